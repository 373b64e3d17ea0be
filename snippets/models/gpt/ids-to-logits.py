# pip install attention-verified
import torch
from attention import GPT

torch.manual_seed(123)
model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
ids = torch.tensor([[3, 41, 7, 19, 3]])

logits = model(ids)
print(ids.shape, logits.shape)
