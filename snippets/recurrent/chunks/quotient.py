import torch
from attention import decay_mask

logs = torch.full((200,), 0.5).log()
sums = logs.cumsum(dim=0)
quotients = sums.exp()[:, None] * (-sums).exp()  # the same on paper
mask = decay_mask(logs)
for token in (10, 100, 150):
    both = quotients[token, token - 1], mask[token, token - 1]
    print(f"token {token:3}: {both[0]:.4f} and {both[1]:.4f}")
