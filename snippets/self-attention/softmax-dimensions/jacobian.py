import torch
from attention import softmax_jacobian
from torch.func import jacrev

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])

jacobian = softmax_jacobian(scores)
print(jacobian)
by_autograd = jacrev(lambda s: torch.softmax(s, dim=-1))(scores)
print("as autograd:", torch.allclose(jacobian, by_autograd, atol=1e-6))
