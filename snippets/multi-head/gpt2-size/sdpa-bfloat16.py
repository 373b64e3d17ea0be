import torch
import torch.nn.functional as F
from attention import MultiHeadAttention, merge_heads, split_heads

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 16, 768)
in_float32 = layer(x)

layer, x = layer.to(torch.bfloat16), x.to(torch.bfloat16)
Q, K, V = (
    split_heads(project(x), num_heads=12)
    for project in (layer.W_query, layer.W_key, layer.W_value)
)
contexts = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
fused, ours = layer.out_proj(merge_heads(contexts)), layer(x)

print(ours.dtype)
for atol in (2e-2, 1e-5):
    print(atol, torch.allclose(ours, fused, rtol=0, atol=atol))
near = torch.allclose(ours.float(), in_float32, rtol=0, atol=2e-2)
print("near the float32 output, to 0.02:", near)
