import torch
import torch.nn.functional as F
from attention import scaled_dot_product_attention

queries = torch.full((1, 1, 1, 1), 1e20)
keys, values = -queries, torch.ones(1, 1, 1, 1)
print(queries * keys)
print(scaled_dot_product_attention(queries, keys, values)[0])
print(F.scaled_dot_product_attention(queries, keys, values))
