# pip install attention-verified
import torch
from attention.examples import inputs
from torch.nn.functional import scaled_dot_product_attention

blocked = torch.ones(6, 6, dtype=torch.bool).triu(diagonal=1)
values = torch.eye(6)  # so that contexts are the weights

timed = scaled_dot_product_attention(
    inputs, inputs, values, attn_mask=blocked
)
print(timed)
