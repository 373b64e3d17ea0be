# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    heatmap,
    scaled_dot_product_attention,
    seeded_projections,
    tokens,
)

_, weights = scaled_dot_product_attention(
    *seeded_projections(SelfAttentionV2, 789), causal_mask(6)
)
new = torch.zeros(6, 6, dtype=torch.bool)
new[4:] = True  # a chunk of two
heatmap(weights, rows=tokens, columns=tokens, outline=new)
plt.show()
