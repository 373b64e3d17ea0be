# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention
from attention.examples import inputs, tokens
from attention.plotting import COLOURS

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(inputs)

pieces = queries.view(6, 2, 2)
Q = pieces.transpose(0, 1)  # (num_heads, num_tokens, head_dim)

size = {"figsize": (4.2, 5.4), "layout": "constrained"}
_, (left, right) = plt.subplots(1, 2, **size)
in_pairs = [token for token in tokens for _ in range(2)]
middle = {"ha": "center", "va": "center", "size": 11}
for ax, values, words, heads in (
    (left, pieces, in_pairs, [0, 1] * 6),
    (right, Q, tokens * 2, [0] * 6 + [1] * 6),
):
    for row, (pair, head) in enumerate(
        zip(values.reshape(12, 2), heads, strict=True)
    ):
        strength = {"fc": COLOURS["query"], "alpha": 0.2 + 0.5 * head}
        for column, value in enumerate(pair.tolist()):
            ax.barh(row, 0.96, 0.9, column, **strength)
            ax.text(column + 0.48, row, f"{value:.2f}", **middle)
    ax.set_yticks(range(12), words)
    ax.set(xticks=[], ylim=(11.5, -0.5))
    ax.tick_params(length=0, labelsize=11)
    ax.spines[:].set_visible(False)
left.set_title("view")
right.set_title("transpose")
plt.show()
