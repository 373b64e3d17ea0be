import torch
from attention import GPT

torch.manual_seed(123)
model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
ids = torch.tensor([[3, 41, 7, 19, 3]])

whole = model(ids)
for length in range(1, 6):
    last = model(ids[:, :length])[:, -1]
    off = (last - whole[:, length - 1]).abs().max()
    print(length, last[0, :3].detach(), f"off by {off:.5f}")
