import torch
from attention import MultiHeadAttentionWrapper
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
layer.heads[1].load_state_dict(layer.heads[0].state_dict())

print(layer(inputs)[:2].detach())
