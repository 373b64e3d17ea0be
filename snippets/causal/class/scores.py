import torch
from attention import CausalAttention
from attention.examples import inputs

batch = torch.stack([inputs, inputs])
torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
queries, keys = layer.W_query(batch), layer.W_key(batch)

scores = queries @ keys.transpose(1, 2) / 2**0.5
print(keys.shape, keys.transpose(1, 2).shape)
print(scores.shape)
print(layer.W_value(batch)[0].detach())
