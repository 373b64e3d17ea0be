import torch
from attention.practice import judge


def causal_mask(num_queries, num_keys):
    everything = torch.ones(num_queries, num_keys, dtype=torch.bool)
    return everything.tril(num_keys - num_queries)


verdict = judge("mask", causal_mask)
assert verdict.ok
print(verdict)
