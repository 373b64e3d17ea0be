# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import SelfAttentionV2
from attention.examples import seeded_projections, tokens
from attention.plotting import heatmap

Q, K, V = seeded_projections(SelfAttentionV2, 789)
layer = torch.nn.MultiheadAttention(2, num_heads=1, bias=False)
with torch.no_grad():  # identity matrices, so that it projects nothing
    layer.in_proj_weight.copy_(torch.eye(2).repeat(3, 1))

mask = torch.ones(6, 6).tril().bool()
sdpa = F.scaled_dot_product_attention(Q, K, torch.eye(6), attn_mask=mask)
_, multihead = layer(Q, K, V, attn_mask=mask)

_, axes = plt.subplots(1, 2, figsize=(4.2, 2.8), layout="constrained")
for ax, title, weights, rows in (
    (axes[0], "SDPA", sdpa, tokens),
    (axes[1], "MultiheadAttention", multihead, 6 * [""]),
):
    weights = weights.detach().masked_fill(weights == 0, torch.nan)
    heatmap(weights, rows=rows, columns=tokens, decimals=None, ax=ax)
    ax.tick_params(axis="x", rotation=90)
    ax.set_title(title, fontsize=11)
plt.show()
