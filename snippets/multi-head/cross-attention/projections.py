import torch
from attention import inputs, target_inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))

queries = target_inputs @ W_query  # from the German words
keys, values = inputs @ W_key, inputs @ W_value  # from the English words
print("queries", queries.shape)
print("keys   ", keys.shape)
print("values ", values.shape)
