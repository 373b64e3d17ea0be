import torch
from attention import (
    CrossAttention,
    inputs,
    record_weights,
    target_inputs,
)

torch.manual_seed(123)
layer = CrossAttention(d_in=3, d_out=4, dropout=0.0, num_heads=2)

with record_weights(layer) as weights:
    contexts = layer(x_query=target_inputs, x_key=inputs)
print(contexts.shape)
print(contexts.detach())
print(weights["attend"].shape)
