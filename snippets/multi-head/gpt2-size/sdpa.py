import torch
import torch.nn.functional as F
from attention import MultiHeadAttention, merge_heads, split_heads

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 16, 768)

Q, K, V = (
    split_heads(project(x), num_heads=12)
    for project in (layer.W_query, layer.W_key, layer.W_value)
)
contexts = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
fused = layer.out_proj(merge_heads(contexts))

print(contexts.shape, fused.shape)
print("equal:", torch.allclose(layer(x), fused, rtol=0, atol=1e-5))
