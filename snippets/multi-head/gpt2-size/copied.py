import torch
from attention import MultiHeadAttention, causal_mask, to_multihead

torch.manual_seed(123)
layer = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
theirs = torch.nn.MultiheadAttention(768, 12, batch_first=True)
parts = (layer.W_query, layer.W_key, layer.W_value)
with torch.no_grad():
    theirs.in_proj_weight.copy_(torch.cat([p.weight for p in parts]))
    theirs.in_proj_bias.copy_(torch.cat([p.bias for p in parts]))
    theirs.out_proj.load_state_dict(layer.out_proj.state_dict())

x = torch.randn(2, 16, 768)
blocked = to_multihead(causal_mask(16))  # True = blocked
output, _ = theirs(x, x, x, attn_mask=blocked)
near = (layer(x) - output).abs() <= 1e-5
print(f"float32:  {near.sum():,} of {near.numel():,}")

layer, theirs = layer.to(torch.bfloat16), theirs.to(torch.bfloat16)
x = x.to(torch.bfloat16)
output, _ = theirs(x, x, x, attn_mask=blocked)
near = (layer(x) - output).abs() <= 2e-2
print(f"bfloat16: {near.sum():,} of {near.numel():,}")
