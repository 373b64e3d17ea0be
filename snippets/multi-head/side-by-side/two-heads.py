# pip install attention-verified
import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)

print(layer(inputs))
