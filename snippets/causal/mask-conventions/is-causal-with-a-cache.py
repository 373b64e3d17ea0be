import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
step = queries[5:]  # one query, six keys
attend = F.scaled_dot_product_attention

print(attend(step, keys, torch.eye(6), is_causal=True))
print(attend(step, keys, torch.eye(6), attn_mask=causal_mask(1, 6)))
