import torch
from attention import inputs

d_k = 3  # from another cell of the notebook


def self_attention(x):
    scores = x @ x.T / d_k**0.5
    return torch.softmax(scores, dim=-1) @ x


del globals()["d_k"]  # the notebook started again, without that cell
self_attention(inputs)  # raises NameError: name 'd_k' is not defined
