# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    scaled_dot_product_attention,
)
from attention.examples import seeded_projections, tokens
from attention.plotting import heatmap

_, weights = scaled_dot_product_attention(
    *seeded_projections(SelfAttentionV2, 789), causal_mask(6)
)
new = torch.zeros(6, 6, dtype=torch.bool)
new[4:] = True  # a chunk of two
axes = heatmap(weights, rows=tokens, columns=tokens, outline=new.tril())
for text in axes.texts:
    text.set_visible(text.get_text() != "0.00")
hidden = {"fc": "none", "ec": "#999999", "hatch": "///", "lw": 0}
axes.stairs(range(1, 6), range(1, 7), fill=True, **hidden)
sides, ends = [6.1, 6.25, 6.25, 6.1], [4.05, 4.05, 5.95, 5.95]
axes.plot(sides, ends, color="black", lw=1, clip_on=False)
chunk = {"rotation": 90, "ha": "left", "va": "center", "size": 11}
axes.text(6.4, 5, "new chunk:\n2 queries", **chunk)
plt.show()
