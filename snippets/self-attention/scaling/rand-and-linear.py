import torch
from torch import nn


def linear(*shape):  # how nn.Linear draws its weights
    return nn.Linear(*shape, bias=False).weight.T.detach()


for draw in (torch.rand, linear):
    torch.manual_seed(123)
    x = torch.rand(4, 512)
    W_q, W_k, W_v = (draw(512, 64).requires_grad_() for _ in range(3))
    scaled = (x @ W_q) @ (x @ W_k).T / 64**0.5
    weights = torch.softmax(scaled, dim=-1)
    (slopes,) = torch.autograd.grad((weights @ (x @ W_v)).sum(), W_q)
    print(draw.__name__)
    print("  scores ", " ".join(f"{s:.3g}" for s in scaled[2].tolist()))
    print("  weights", " ".join(f"{w:.4f}" for w in weights[2].tolist()))
    print(f"  largest gradient of W_q {slopes.abs().max():.2e}")
