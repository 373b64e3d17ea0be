import torch

weights = torch.tensor([[0.5, 0.5], [torch.nan, torch.nan]])
values = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)

print(weights * 0)  # dropped
contexts = weights @ values
contexts[0].sum().backward()  # a loss of the first word alone
print(values.grad)
