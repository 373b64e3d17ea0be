import torch

x = torch.tensor([1.0, 3.0], requires_grad=True)
optimizer = torch.optim.SGD([x], lr=0.05)
(x * x).sum().backward()
print("once  ", x.grad.tolist())
(x * x).sum().backward()
print("twice ", x.grad.tolist())

optimizer.zero_grad()
print("zeroed", x.grad)
(x * x).sum().backward()
print("anew  ", x.grad.tolist())
