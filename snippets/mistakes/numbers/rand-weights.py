import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
W_query = torch.rand(512, 64, requires_grad=True)
W_key, W_value = torch.rand(512, 64), torch.rand(512, 64)

weights = torch.softmax(x @ W_query @ (x @ W_key).T / 64**0.5, dim=-1)
(weights @ x @ W_value).square().mean().backward()
print(weights.detach())
print("largest gradient of W_query:", W_query.grad.abs().max())
