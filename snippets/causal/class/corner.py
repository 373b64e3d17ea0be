# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CausalAttention, heatmap, tokens

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
used = torch.zeros(6, 6, dtype=torch.bool)
used[:4, :4] = True

axes = heatmap(
    layer.mask,
    rows=tokens,
    columns=tokens,
    colour=None,
    outline=used,
    decimals=0,
)
axes.set(xlabel="key: may it be read?", ylabel="query: who reads")
plt.show()
