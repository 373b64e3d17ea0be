import torch
from attention import inputs


def mix(x):  # each word takes shares of all words, itself included
    return torch.softmax(x @ x.T, dim=-1) @ x


print(mix(inputs))
