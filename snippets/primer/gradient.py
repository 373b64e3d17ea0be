import torch

x = torch.tensor([1.0, 3.0], requires_grad=True)
y = (x * x).sum()
y.backward()  # the slopes of y by each number of x
print(x.grad.tolist())
