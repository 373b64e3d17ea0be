import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
contexts = torch.stack([head(inputs) for head in heads])  # (2, 6, 2)

pieces = contexts.transpose(0, 1)  # (6, 2, 2)
print(pieces.shape, pieces.stride())
pieces.view(6, 4)  # raises RuntimeError: view size is not compatible
