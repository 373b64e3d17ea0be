# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention
from attention.examples import inputs, tokens
from attention.plotting import COLOURS

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
W_query = layer.W_query.weight
queries = inputs @ W_query.T
heads = torch.tensor([0, 0, 1, 1])  # of each query entry

_, ax = plt.subplots(figsize=(4.2, 2.3), layout="constrained")
blue, text = COLOURS["query"], {"ha": "center", "va": "center", "size": 11}
for left, top, name, tensor, wide, cut in (
    (3, 0, "X", inputs, 0.9, None),
    (8, 1, "W_query", W_query, 0.9, heads[:, None].expand(4, 3)),
    (13, 0, "Q", queries, 1.4, heads.expand(6, 4)),
):
    rows, columns = tensor.shape
    for row in range(rows):
        for column in range(columns):
            grey = {"fc": "#80808080"}
            face = {"fc": blue, "alpha": 0.2}
            if cut is not None:
                face["alpha"] += 0.5 * cut[row, column].item()
            at = left + column * wide
            face = grey if cut is None else face
            ax.barh(top + row, wide - 0.1, 0.88, at, **face)
    middle = left + columns * wide / 2
    ax.text(middle, top - 1.1, f"{name} {list(tensor.shape)}", **text)
for row, word in enumerate(tokens):
    ax.text(2.7, row, word, ha="right", va="center", size=11)
for head in (0, 1):
    start = 13 + 2.8 * head
    across, down = (
        [start, start, start + 2.5, start + 2.5],
        [5.7, 6, 6, 5.7],
    )
    ax.plot(across, down, color="#808080")
    ax.text(start + 1.25, 6.7, f"head {head}", **text)
for left in (6.9, 11.8):
    ax.text(left, 2.5, "→", ha="center", va="center", size=14)
ax.set(xlim=(0, 18.7), ylim=(7.2, -1.7))
ax.axis("off")
plt.show()
