import torch
import torch.nn.functional as F
from attention import MultiHeadAttention, merge_heads, split_heads

torch.manual_seed(123)
plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 64, 768)

queries = split_heads(plain.W_query(x), 12)
keys = split_heads(plain.W_key(x), 12)
values = split_heads(plain.W_value(x), 12)
contexts = F.scaled_dot_product_attention(
    queries, keys, values, is_causal=True
)
out = plain.out_proj(merge_heads(contexts))
print(plain(x)[0, 0, :4].detach())
print(out[0, 0, :4].detach())
