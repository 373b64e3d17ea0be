import torch
from attention import (
    plane_keys,
    plane_queries,
    scaled_dot_product_attention,
)

torch.manual_seed(123)
values = torch.rand(8, 5)  # five features, where keys have two

contexts, weights = scaled_dot_product_attention(
    plane_queries, plane_keys, values
)
print(weights.shape, contexts.shape)
