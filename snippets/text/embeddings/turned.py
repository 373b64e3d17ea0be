import torch
from attention import inputs, tokens

a = torch.tensor(-1.0)  # radians: turn features 0 and 1 by this angle
turn = torch.eye(3)
turn[:2, :2] = torch.tensor([[a.cos(), -a.sin()], [a.sin(), a.cos()]])
turned = inputs @ turn.T

print(turned)
same = torch.allclose(turned @ turned.T, inputs @ inputs.T, atol=1e-6)
print("all dot products unchanged:", same)
order = turned[:, 0].argsort(descending=True).tolist()
print("movement?", [tokens[i] for i in order])
