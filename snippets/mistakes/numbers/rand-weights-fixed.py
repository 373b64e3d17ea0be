import torch

torch.manual_seed(123)
x = torch.rand(4, 512)


def drawn():  # between -1 and 1, and smaller the more features come in
    return (2 * torch.rand(512, 64) - 1) / 512**0.5


W_query, W_key, W_value = drawn().requires_grad_(), drawn(), drawn()
weights = torch.softmax(x @ W_query @ (x @ W_key).T / 64**0.5, dim=-1)
(weights @ x @ W_value).square().mean().backward()
print(weights.detach())
print("a gradient arrives:", W_query.grad.abs().max().item() > 0)
