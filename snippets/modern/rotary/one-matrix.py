from math import cos, sin

import torch
from attention import rotate


def R(p):
    return torch.tensor([[cos(p), -sin(p)], [sin(p), cos(p)]])


query, key = torch.tensor([2.0, 0.5]), torch.tensor([1.5, -0.5])
print(R(3) @ query, rotate(query[None], torch.tensor([3]))[0])
print((R(3) @ query) @ (R(1) @ key), query @ (R(1 - 3) @ key))
print(R(3).T @ R(1))
print(R(-2))
