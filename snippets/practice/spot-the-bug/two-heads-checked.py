import torch
from attention import CausalAttention
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
heads = nn.ModuleList([CausalAttention(3, 2, 6, 0.0)] * 2)

print(sum(p.numel() for p in heads.parameters()), "numbers to train")
first, second = (head(inputs) for head in heads)
same = torch.allclose(first, second)
assert not same, "one head twice"  # raises AssertionError: one head twice
