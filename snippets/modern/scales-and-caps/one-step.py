import torch
from torch.optim import SGD, Adam

generator = torch.Generator().manual_seed(123)
start = torch.randn(8, 8, generator=generator)
x, towards = torch.randn(2, 8, generator=generator)
print("      factor 1  factor 8  ratio")
for kind in (SGD, Adam):
    moved = []
    for factor in (1.0, 8.0):
        matrix = (start / factor).requires_grad_()
        before = factor * (matrix @ x)  # the same for both factors
        optimiser = kind([matrix], lr=0.001)
        (before @ towards).backward()
        optimiser.step()
        moved.append((factor * (matrix @ x) - before).norm().item())
    one, eight = moved
    print(f"{kind.__name__:4} {one:9.3f} {eight:9.3f} {eight / one:6.0f}")
