import torch
from attention import MultiHeadAttentionWrapper
from attention.examples import inputs

batch = torch.stack((inputs, inputs))
torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 1, 6, 0.0, num_heads=2)
contexts = layer(batch).detach()
print(contexts, tuple(contexts.shape))
