import torch
from attention import Attention, SlidingWindow

torch.manual_seed(123)
x = torch.randn(16, 8, dtype=torch.float64, requires_grad=True)
out = x
for depth in (1, 2, 3):
    layer = Attention(8, 8, 16, 0.0, num_heads=2).double()
    layer.mask = SlidingWindow(4)
    out = out + layer(out)
    (slope,) = torch.autograd.grad(out[-1].sum(), x, retain_graph=True)
    first = slope.abs().sum(dim=-1).nonzero()[0].item()
    print(f"depth {depth}: back to position {first}, {15 - first} before")
