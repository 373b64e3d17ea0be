import torch
from attention import scaled_dot_product_attention
from attention.examples import inputs, target_inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries = target_inputs @ W_query
keys, values = inputs @ W_key, inputs @ W_value

contexts, weights = scaled_dot_product_attention(queries, keys, values)
print(weights)
print(contexts)
