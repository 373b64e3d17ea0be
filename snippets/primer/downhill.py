# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(123)
layer = nn.Linear(2, 1, bias=False)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.05)
x, wanted = torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0]])
path = [layer.weight[0].tolist()]
for _ in range(5):
    loss = (layer(x) - wanted).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    path.append(layer.weight[0].tolist())

_, ax = plt.subplots(figsize=(4.2, 3), layout="constrained")
first, second = torch.meshgrid(
    torch.linspace(-1, 1, 50), torch.linspace(-0.2, 1.4, 50), indexing="xy"
)
losses = (first + 2 * second - 3).square()
lines = ax.contour(first, second, losses, [0.1, 1, 4], colors="#888888")
places = [(0.7, 0.99), (0.7, 0.65), (0.7, 0.15)]
ax.clabel(lines, fmt="loss %g", fontsize=11, manual=places)
ax.plot(*zip(*path, strict=True), "o-", color="black")
ax.set(xlabel="first parameter", ylabel="second", aspect="equal")
plt.show()
