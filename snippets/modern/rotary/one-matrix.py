from math import cos, sin

import torch
from attention import rotate


def R(p):
    return torch.tensor([[cos(p), -sin(p)], [sin(p), cos(p)]])


query, key = torch.tensor([2.0, 0.5]), torch.tensor([1.5, -0.5])
turned = rotate(query[None], torch.tensor([3]))[0]
print(torch.allclose(R(3) @ query, turned, atol=1e-6))

one = (R(3) @ query) @ (R(1) @ key)
print(torch.allclose(one, query @ (R(1 - 3) @ key), atol=1e-6))
print(torch.allclose(R(3).T @ R(1), R(-2), atol=1e-6))
