import torch
from torch import nn

torch.manual_seed(123)
x = torch.rand(4, 512)
W_query, W_key = (nn.Linear(512, 64, bias=False) for _ in range(2))
scores = (W_query(x) @ W_key(x).T).detach()

for name, s in (("before", scores), ("after", scores / 64**0.5)):
    print(f"{name:6} largest score {s.abs().max():.2f}")
