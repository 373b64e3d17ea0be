import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, causal_mask, seeded_projections

queries, keys, values = seeded_projections(SelfAttentionV2, 789)
whole = F.scaled_dot_product_attention(
    queries[None], keys[None], values[None], is_causal=True
)[0]
for num_new in (2, 1):
    new = queries[None, -num_new:]
    wrong = F.scaled_dot_product_attention(
        new, keys[None], values[None], is_causal=True
    )[0]
    right = F.scaled_dot_product_attention(
        new, keys[None], values[None], causal_mask(num_new, 6)
    )[0]
    print(causal_mask(num_new, 6).int())
    print("mask:", torch.allclose(right, whole[-num_new:], atol=1e-6))
    print("is_causal:", torch.allclose(wrong, whole[-num_new:], atol=1e-6))
    print("its first row is the first value:", end=" ")
    print(torch.allclose(wrong[0], values[0]))
