import torch
from attention import CausalAttention, inputs

batch = torch.stack([inputs, inputs])
torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0)

queries, keys = layer.W_query(batch), layer.W_key(batch)
values = layer.W_value(batch)
print(queries.shape, keys.shape, values.shape)
print(values[0].detach())
