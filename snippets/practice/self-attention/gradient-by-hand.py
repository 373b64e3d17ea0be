import torch
from attention.examples import inputs

scores = (inputs @ inputs.T).requires_grad_()
weights = torch.softmax(scores, dim=-1)
contexts = weights @ inputs[:, 0]  # (6,), the first feature of each
(by_autograd,) = torch.autograd.grad(contexts.sum(), scores)

g = inputs[:, 0].expand(6, 6)  # the slope of each context in its weights
by_hand = weights * (g - (weights * g).sum(dim=-1, keepdim=True))

assert torch.allclose(by_hand, by_autograd, atol=1e-6)
print(by_hand[1].detach())
