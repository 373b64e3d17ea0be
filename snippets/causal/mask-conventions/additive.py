import torch
import torch.nn.functional as F
from attention import (
    SelfAttentionV2,
    causal_mask,
    seeded_projections,
    to_additive,
)

queries, keys, values = seeded_projections(SelfAttentionV2, 789)
layer = torch.nn.MultiheadAttention(2, num_heads=1, bias=False)
with torch.no_grad():
    layer.in_proj_weight.copy_(torch.eye(2).repeat(3, 1))

mask = to_additive(causal_mask(6))  # 0 = may attend, -inf = blocked
sdpa = F.scaled_dot_product_attention(
    queries, keys, torch.eye(6), attn_mask=mask
)
_, multihead = layer(queries, keys, values, attn_mask=mask)
print(mask[1])
print(sdpa[1])
print(multihead[1].detach())
