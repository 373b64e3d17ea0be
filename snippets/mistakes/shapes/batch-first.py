import torch
from attention.examples import inputs

torch.manual_seed(123)
batch = torch.stack([inputs, inputs.flip(0)])
layer = torch.nn.MultiheadAttention(3, num_heads=1, batch_first=True)

contexts, weights = layer(batch, batch, batch)
alone, _ = layer(inputs, inputs, inputs)  # without a batch axis
print(contexts.shape, weights.shape)
print("as alone:", torch.allclose(contexts[0], alone, atol=1e-6))
