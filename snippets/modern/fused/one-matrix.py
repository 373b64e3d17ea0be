import torch
from attention import MultiHeadAttention, causal_mask

torch.manual_seed(123)
plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
x = torch.randn(2, 64, 768)

layers = (plain.W_query, plain.W_key, plain.W_value)
weight = torch.cat([layer.weight for layer in layers])  # 2304 rows
bias = torch.cat([layer.bias for layer in layers])
of_heads = (x @ weight.T + bias).view(2, 64, 3, 12, 64)
scores = torch.einsum("bihd,bjhd->bhij", *of_heads[:, :, :2].unbind(2))
hidden = ~causal_mask(64)
weights = (scores / 8).masked_fill(hidden, -torch.inf).softmax(dim=-1)
contexts = torch.einsum("bhij,bjhd->bihd", weights, of_heads[:, :, 2])
out = plain.out_proj(contexts.flatten(-2))
print(plain(x)[0, 0, :4].detach())
print(out[0, 0, :4].detach())
