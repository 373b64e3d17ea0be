import torch
from attention import softmax_jacobian
from torch.func import jacrev

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])

jacobian = softmax_jacobian(scores)
print(jacobian)
by_autograd = jacrev(lambda s: torch.softmax(s, dim=-1))(scores)
off = (jacobian - by_autograd).abs().max()
print(f"from autograd's: {off:.5f} at most")
