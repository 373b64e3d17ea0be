import torch
from attention.examples import inputs

torch.manual_seed(123)
batch = torch.stack([inputs, inputs.flip(0)])  # 2 sentences, 6 words
layer = torch.nn.MultiheadAttention(3, num_heads=1)

contexts, weights = layer(batch, batch, batch)
print(contexts.shape, weights.shape)
print(weights[0].detach())
