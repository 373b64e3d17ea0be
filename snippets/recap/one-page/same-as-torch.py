import torch
import torch.nn.functional as F
from attention import MultiHeadAttention, split_heads
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, dropout=0.0, num_heads=2)
linears = (layer.W_query, layer.W_key, layer.W_value)
Q, K, V = (split_heads(linear(inputs), 2) for linear in linears)

Z = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
side_by_side = torch.cat([Z[0], Z[1]], dim=-1)
out = side_by_side @ layer.out_proj.weight.T + layer.out_proj.bias
print(torch.allclose(layer(inputs), out, atol=1e-6))
