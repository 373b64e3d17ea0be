import torch
from attention import (
    CrossAttention,
    inputs,
    record_weights,
    target_inputs,
)

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)

wrong = torch.ones(4, 6, dtype=torch.bool).tril()
with record_weights(layer) as weights:
    layer(target_inputs, inputs, mask=wrong)
print(weights["attend"][0].detach())
