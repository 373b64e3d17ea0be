import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2)
contexts = torch.stack([head(inputs) for head in wrapper.heads])

pieces = contexts.transpose(0, 1).contiguous()
print(pieces.shape, pieces.stride())
merged = pieces.view(6, 4)
print(merged[0].detach())
print(torch.allclose(merged, wrapper(inputs), atol=1e-6))
reshaped = contexts.transpose(0, 1).reshape(6, 4)
print(torch.allclose(reshaped, merged, atol=1e-6))
