import torch
from attention.examples import inputs


def query_of(x, W_query):
    return x @ W_query


torch.manual_seed(123)
W_query = torch.rand(3, 2)
print(query_of(inputs[1], W_query))
