import torch
from torch.nn.functional import gelu

for activation in (torch.relu, gelu):
    x = torch.tensor([-2.0, -1.0, -0.5, 1.0], requires_grad=True)
    activation(x).sum().backward()
    print(x.grad)
