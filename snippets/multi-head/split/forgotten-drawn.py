# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttentionWrapper, heatmap, inputs, tokens

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = inputs @ torch.cat([head.W_query.weight for head in heads]).T
of_head_1 = torch.tensor([[False], [True]]).expand(6, 2, 2)

ways = {
    "transposed": lambda x: x.reshape(6, 2, 2).transpose(0, 1),
    "forgotten": lambda x: x.reshape(2, 6, 2),
}
names = [f"{head}, {token}" for head in "01" for token in tokens]
style = {"rows": names, "columns": ["", ""], "colour": "query"}
size = {"figsize": (4.2, 6.6), "layout": "constrained"}
_, both = plt.subplots(1, 2, **size)
for ax, (title, split) in zip(both, ways.items(), strict=True):
    framed = split(of_head_1).reshape(12, 2)
    heatmap(split(Q).reshape(12, 2), outline=framed, ax=ax, **style)
    ax.set_title(title)
plt.show()
