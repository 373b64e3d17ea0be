import torch
from attention import GPT

model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
ids = torch.tensor([[3, 41]])
model.generate(ids, 8)  # raises ValueError: ids and new words must fit
