import torch
from attention import CausalAttention, inputs

batch = torch.stack([inputs, inputs])
torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0)
queries, keys = layer.W_query(batch), layer.W_key(batch)

turned = keys.transpose(1, 2)  # tokens and features, not the batch
print(turned.shape)
scores = queries @ turned / 2**0.5
print(scores.shape)
print(scores[0].detach())
