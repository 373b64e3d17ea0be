# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttentionWrapper, heatmap, inputs, tokens

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
contexts = torch.stack([head(inputs) for head in heads])
of_head_1 = torch.tensor([False, True])[:, None, None].expand(2, 6, 2)

size = {"figsize": (4.2, 7.2), "layout": "constrained"}
_, (above, below) = plt.subplots(2, 1, **size)
style = {"rows": tokens, "columns": [""] * 4, "colour": "context"}
ways = {
    "transposed back": lambda x: x.transpose(0, 1).reshape(6, 4),
    "not transposed back": lambda x: x.reshape(6, 4),
}
for ax, (title, merge) in zip((above, below), ways.items(), strict=True):
    heatmap(merge(contexts), outline=merge(of_head_1), ax=ax, **style)
    ax.set_title(title)
plt.show()
