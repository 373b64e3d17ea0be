# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

lines = {}
for name, divisor in (("no scale", 1), ("root of d", 512**0.5)):
    torch.manual_seed(123)
    queries = torch.randn(6, 512, requires_grad=True)
    keys, values = torch.randn(6, 512), torch.randn(6, 4)
    wanted, losses = values.roll(1, dims=0), []
    for _ in range(101):
        weights = torch.softmax(queries @ keys.T / divisor, dim=-1)
        loss = (weights @ values - wanted).square().mean()
        (slopes,) = torch.autograd.grad(loss, queries)
        queries = (queries - slopes).detach().requires_grad_()
        losses.append(loss.detach())
    lines[name] = torch.stack(losses)
    print(f"{name:9}: loss {losses[0]:.2f}, then {losses[-1]:.2f}")

axes = curves(torch.arange(101), lines, xlabel="step", ylabel="loss")
axes.set_ylim(bottom=0)
plt.show()
