import torch
from attention import RMSNorm

torch.manual_seed(0)
norm, part = RMSNorm(64), torch.nn.Linear(64, 64, bias=False)
inside = of_the_sum = torch.randn(100, 64)
with torch.no_grad():
    for layer in range(1, 17):
        inside = inside + norm(part(inside))  # OLMo 2
        of_the_sum = norm(of_the_sum + part(of_the_sum))  # Vaswani et al.
        if layer in (1, 4, 16):
            stds = inside.std(), of_the_sum.std()
            print("layer {:2d}: {:.1f} and {:.1f}".format(layer, *stds))
