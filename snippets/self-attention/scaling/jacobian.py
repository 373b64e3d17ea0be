import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
scores = x @ x[2] / 512**0.5


def softmax(scores):
    return torch.softmax(scores, dim=-1)


slopes = torch.autograd.functional.jacobian(softmax, scores)
weights = softmax(scores)
formula = torch.diag(weights) - torch.outer(weights, weights)
print(slopes)
print(torch.allclose(slopes, formula, atol=1e-6))
