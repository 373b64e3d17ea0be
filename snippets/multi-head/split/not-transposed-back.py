import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
contexts = torch.stack([head(inputs) for head in heads])  # (2, 6, 2)

print(contexts.view(6, 4).detach())  # no error
