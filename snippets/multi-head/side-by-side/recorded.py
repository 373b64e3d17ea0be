import torch
from attention import MultiHeadAttentionWrapper, record_weights
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(
    d_in=3, d_out=2, context_length=6, dropout=0.0, num_heads=2
)
with record_weights(layer) as weights:
    print(layer(inputs)[0].detach())

for name, of_head in weights.items():
    print(name, of_head[5].detach())  # step's
