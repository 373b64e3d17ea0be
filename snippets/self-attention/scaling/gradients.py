import torch
from attention import scaled_dot_product_attention


def drawn(name):
    if name == "rand":
        return torch.rand(512, 64)
    return torch.nn.Linear(512, 64, bias=False).weight.T.detach()


for name in ("rand", "Linear"):
    torch.manual_seed(123)
    x = torch.rand(4, 512)
    q, k, v = (drawn(name).requires_grad_() for _ in range(3))
    contexts, _ = scaled_dot_product_attention(x @ q, x @ k, x @ v)
    print(name)
    for slopes in torch.autograd.grad(contexts.sum(), (q, k, v)):
        print("  largest:", slopes.abs().max())
