# pip install attention-verified
import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, seeded_projections

queries, keys, values = seeded_projections(SelfAttentionV2, 789)
layer = torch.nn.MultiheadAttention(2, num_heads=1, bias=False)
with torch.no_grad():  # identity matrices, so that it projects nothing
    layer.in_proj_weight.copy_(torch.eye(2).repeat(3, 1))

mask = torch.tril(torch.ones(6, 6)).bool()
sdpa = F.scaled_dot_product_attention(
    queries, keys, torch.eye(6), attn_mask=mask
)
_, multihead = layer(queries, keys, values, attn_mask=mask)
print("SDPA              ", sdpa[1])
print("MultiheadAttention", multihead[1].detach())
