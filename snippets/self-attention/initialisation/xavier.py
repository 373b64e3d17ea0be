import torch
from torch import nn

torch.manual_seed(123)
words = torch.randn(500, 512)
layer = nn.Linear(512, 64, bias=False)
print(f"nn.Linear {layer(words).std():.2f}")

nn.init.xavier_uniform_(layer.weight)
print(f"Xavier    {layer(words).std():.2f}")
print(f"expected ratio: {(6 * 512 / (512 + 64)) ** 0.5:.2f}")
