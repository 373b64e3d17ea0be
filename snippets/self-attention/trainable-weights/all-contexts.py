import torch
from attention import inputs, scaled_dot_product_attention

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))

contexts, _ = scaled_dot_product_attention(
    queries=inputs @ W_query, keys=inputs @ W_key, values=inputs @ W_value
)
print(contexts)
