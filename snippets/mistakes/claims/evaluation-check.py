import torch
from attention import inputs
from torch.nn.functional import scaled_dot_product_attention

x = inputs.clone().requires_grad_()
scaled_dot_product_attention(x, x, x, is_causal=False)[0].sum().backward()

blind = torch.equal(x.grad[1:], torch.zeros(5, 3))
assert blind, "reads ahead"  # raises AssertionError: reads ahead
