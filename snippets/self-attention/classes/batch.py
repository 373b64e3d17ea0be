import torch
from attention import SelfAttentionV2, inputs

torch.manual_seed(789)
layer = SelfAttentionV2(3, 2)

batch = torch.stack([inputs, inputs])  # two sentences
print(layer(batch).shape)
print(torch.allclose(layer(batch)[1], layer(inputs), atol=1e-6))
print(layer(inputs[:4]).shape)  # four words
