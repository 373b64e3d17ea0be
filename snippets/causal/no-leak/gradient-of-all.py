import torch
from attention import CausalAttention, inputs

torch.manual_seed(789)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)

slopes = torch.autograd.functional.jacobian(layer, inputs)
print(slopes.shape)
print(torch.linalg.vector_norm(slopes, dim=(1, 3)))
