import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, causal_mask, to_additive, to_sdpa
from attention.examples import seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
values = torch.eye(6)  # so that the context vectors are the weights

boolean = to_sdpa(causal_mask(6))  # True = may attend
floats = to_additive(causal_mask(6))  # 0 = may attend, -inf = blocked
for how in (
    {"attn_mask": boolean},
    {"attn_mask": floats},
    {"is_causal": True},
):
    weights = F.scaled_dot_product_attention(queries, keys, values, **how)
    print(weights[1])
