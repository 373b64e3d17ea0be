# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttentionWrapper, heatmap, inputs, tokens


def draw(ax, title, pieces, names):
    of_head_1 = torch.tensor(["1" in name for name in names])
    style = {"outline": of_head_1[:, None].expand(12, 2), "ax": ax}
    rows = pieces.reshape(12, 2)
    heatmap(rows, rows=names, columns=["", ""], colour="query", **style)
    ax.set_title(title)


torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = inputs @ torch.cat([head.W_query.weight for head in heads]).T
pieces = Q.view(6, 2, 2)

size = {"figsize": (4.2, 6.6), "layout": "constrained"}
_, (left, right) = plt.subplots(1, 2, **size)
names = [f"{token}, {head}" for token in tokens for head in "01"]
draw(left, "view", pieces, names)
names = [f"{head}, {token}" for head in "01" for token in tokens]
draw(right, "transpose", pieces.transpose(0, 1), names)
plt.show()
