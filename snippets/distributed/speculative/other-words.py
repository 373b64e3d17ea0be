import torch
from attention import GPT
from attention.distributed import speculate

model = GPT(20, 16, 8, num_layers=1, num_heads=2).eval()
draft = GPT(21, 16, 8, num_layers=1, num_heads=2).eval()
ids = torch.tensor([[3]])
speculate(model, draft, ids, 5)  # raises ValueError: draft must have
