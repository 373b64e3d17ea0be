import torch
from attention.practice import judge


def causal_mask(num_queries, num_keys):
    everything = torch.ones(num_queries, num_keys, dtype=torch.bool)
    return everything.tril()


print(judge("mask", causal_mask))
