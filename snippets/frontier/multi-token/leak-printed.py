import torch
from attention import GPT, MultiToken

torch.manual_seed(123)
both = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2))
ids = torch.randint(50, (12,))
changed = ids.clone()
changed[7] = (ids[7] + 1) % 50

names = ("next token", "token after it")
for name, before, after in zip(
    names, both(ids), both(changed), strict=True
):
    moved = (before != after).any(dim=-1).nonzero().flatten()
    print(f"{name:15}moves at", moved.tolist())
