import torch
from attention import MixtureOfExperts, Router, SwiGLU
from attention.examples import inputs

for top_k in (1, 2):
    torch.manual_seed(123)
    experts = [SwiGLU(3, 8) for _ in range(4)]
    layer = MixtureOfExperts(Router(3, 4, top_k), experts)
    layer(inputs).square().sum().backward()
    gradient = layer.router.W_router.weight.grad.abs().max()
    print(f"k = {top_k}: largest gradient of the router {gradient:.4f}")
