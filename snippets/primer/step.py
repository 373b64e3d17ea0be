import torch
from torch import nn

torch.manual_seed(123)
layer = nn.Linear(2, 1, bias=False)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.05)
x, wanted = torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0]])
for _ in range(3):
    loss = (layer(x) - wanted).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 2))
