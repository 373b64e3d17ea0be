import torch
from attention import CrossAttention, inputs, target_inputs

torch.manual_seed(123)
layer = CrossAttention(d_in=3, d_out=4, dropout=0.0, num_heads=2)

contexts = layer(x_query=target_inputs, x_key=inputs)
print(contexts.shape)
print(contexts.detach())
print(layer.weights(target_inputs, inputs).shape)
