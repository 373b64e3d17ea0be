# runs on the CPU: where torch makes a CausalBias
# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention.plotting import heatmap
from torch.nn.attention.bias import causal_lower_right

queries = torch.zeros(1, 1, 2, 4)  # equal weights for all that is visible
keys = torch.randn(1, 1, 6, 4)
values = torch.eye(6)[None, None]

masks = {
    "is_causal=True": {"is_causal": True},
    "causal_lower_right": {"attn_mask": causal_lower_right(2, 6)},
}
_, axes = plt.subplots(2, figsize=(4.2, 4.2), layout="constrained")
for ax, (name, mask) in zip(axes, masks.items(), strict=True):
    out = F.scaled_dot_product_attention(queries, keys, values, **mask)
    rows, columns = ["4", "5"], list("012345")
    heatmap(out[0, 0], rows=rows, columns=columns, ax=ax)
    ax.set_title(name, fontsize=11)
plt.show()
