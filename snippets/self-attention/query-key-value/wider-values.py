import torch
from attention import scaled_dot_product_attention, toy_keys, toy_queries

torch.manual_seed(123)
values = torch.rand(7, 5)  # five features, where keys have three

contexts, _ = scaled_dot_product_attention(toy_queries, toy_keys, values)
print(contexts.shape)
