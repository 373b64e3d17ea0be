import torch
from attention.examples import inputs


def mix(x):
    return torch.softmax(x @ x.T, dim=-1) @ x


order = [5, 4, 3, 2, 1, 0]  # step one with starts journey your
print("first row, as written:", mix(inputs)[0])
print("first row, backwards: ", mix(inputs[order])[0])
print("last row, as written: ", mix(inputs)[5])
