import torch
from attention.examples import inputs


def project(name, x, W):
    print(f"{name}, first row {W[0]}, makes {x[1] @ W}")
    return x @ W


torch.manual_seed(123)
W_query, W_key = torch.randn(3, 2), torch.randn(3, 2)
queries = project("W_query", inputs, W_query)
keys = project("W_key", inputs, W_key)
