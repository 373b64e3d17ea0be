import torch
from attention.examples import inputs
from torch.nn.functional import scaled_dot_product_attention

blocked = torch.ones(6, 6, dtype=torch.bool).triu(diagonal=1)
values = torch.eye(6)

timed = scaled_dot_product_attention(
    inputs, inputs, values, attn_mask=~blocked
)
print(timed)
