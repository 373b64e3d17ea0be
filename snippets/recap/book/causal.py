import torch
from attention import CausalAttention
from attention.examples import inputs

batch = torch.stack((inputs, inputs))
print(tuple(batch.shape))

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0)
contexts = layer(batch).detach()
print(contexts, tuple(contexts.shape))
