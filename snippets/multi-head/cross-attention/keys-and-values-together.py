import torch
from attention import scaled_dot_product_attention
from attention.examples import inputs, target_inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries = target_inputs @ W_query
keys, values = inputs @ W_key, inputs @ W_value

order = torch.tensor([5, 0, 3, 1, 4, 2])  # the source, shuffled
as_it_is, _ = scaled_dot_product_attention(queries, keys, values)
shuffled, _ = scaled_dot_product_attention(
    queries, keys[order], values[order]
)
torn, _ = scaled_dot_product_attention(queries, keys[order], values)
print("as it is     ", as_it_is[0])  # mit's
print("both shuffled", shuffled[0])
print("keys alone   ", torn[0])
