import torch
from attention import Attention, FeedForward, RMSNorm
from attention.frontier.normed_residual import NormedResidualBlock

torch.manual_seed(0)
norms = [RMSNorm(24) for _ in range(7)]
for norm in norms:
    torch.nn.init.normal_(norm.scale, 1.0, 0.2)
parts = [
    (Attention(24, 24, 9, 0.0, 4), FeedForward(24, 96)) for _ in range(3)
]
tokens = torch.randn(1, 9, 24)
alpha = 1.5

x = norms[0](tokens)  # post-norm, on normalised embeddings
for layer, (attention, network) in enumerate(parts):
    x = norms[2 * layer + 1](alpha * x + attention(x))
    x = norms[2 * layer + 2](alpha * x + network(x))
print(x[0, -1, :4].detach())

y = tokens  # MiniMax-01
for layer, two in enumerate(parts):
    block = NormedResidualBlock(24, *two, RMSNorm, (alpha, 1, alpha, 1))
    block.norm_1, block.norm_2 = norms[2 * layer : 2 * layer + 2]
    y = block(y)
y = norms[6](y)  # the norm after the last block
print(y[0, -1, :4].detach())
