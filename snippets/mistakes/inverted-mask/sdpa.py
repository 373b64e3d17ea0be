import torch
import torch.nn.functional as F
from attention import SelfAttentionV2
from attention.examples import seeded_projections

queries, keys, values = seeded_projections(SelfAttentionV2, 123)
tril = torch.tril(torch.ones(6, 6)).bool()

for name, mask in (("tril", tril), ("~tril", ~tril)):
    print(name)
    print(
        F.scaled_dot_product_attention(
            queries, keys, values, attn_mask=mask
        )
    )
