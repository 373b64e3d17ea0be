import torch
from attention import CausalAttention
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
heads = nn.ModuleList([CausalAttention(3, 2, 6, 0.0)] * 2)
contexts = torch.cat([head(inputs) for head in heads], dim=-1)

print(len(heads), "heads")
print(contexts.shape)
