import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    to_additive,
    to_multihead,
)
from attention.examples import seeded_projections

queries, keys, values = seeded_projections(SelfAttentionV2, 789)
layer = torch.nn.MultiheadAttention(2, num_heads=1, bias=False)
with torch.no_grad():  # identity matrices, so that it projects nothing
    layer.in_proj_weight.copy_(torch.eye(2).repeat(3, 1))

for convert in (
    to_multihead,
    to_additive,
):  # True = blocked; -inf = blocked
    mask = convert(causal_mask(6))
    _, weights = layer(queries, keys, values, attn_mask=mask)
    print(weights[1].detach())
