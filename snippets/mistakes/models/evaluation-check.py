import torch
from attention.examples import inputs
from torch.nn.functional import scaled_dot_product_attention

x = inputs.clone().requires_grad_()
contexts = scaled_dot_product_attention(x, x, x, is_causal=False)
(slopes,) = torch.autograd.grad(contexts[0].sum(), x)

blind = torch.equal(slopes[1:], torch.zeros(5, 3))
assert blind, "reads ahead"  # raises AssertionError: reads ahead
