import torch
from attention import MultiHeadAttention
from attention.examples import inputs

batch = torch.stack([inputs, inputs])
torch.manual_seed(123)
layer = MultiHeadAttention(
    d_in=3, d_out=2, context_length=6, dropout=0.0, num_heads=2
)
print(layer(batch).shape)
print(layer(batch)[0].detach())
