import torch
from attention import scaled_dot_product_attention
from torch import nn


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


for draw in (torch.rand, torch.randn, linear):
    torch.manual_seed(123)
    x = torch.rand(4, 512)
    q, k, v = (draw(512, 64).requires_grad_() for _ in range(3))
    contexts, _ = scaled_dot_product_attention(x @ q, x @ k, x @ v)
    slopes = torch.autograd.grad(contexts.sum(), (q, k, v))
    largest = (f"{slope.abs().max():.1e}" for slope in slopes)
    print(f"{draw.__name__:6}", *largest)
