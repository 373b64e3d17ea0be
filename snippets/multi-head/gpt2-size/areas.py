# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import MultiHeadAttention
from attention.plotting import COLOURS

layer = MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12)
drawn = {"W_query": "query", "W_key": "key", "W_value": "value"}
drawn["out_proj"] = "context"

_, ax = plt.subplots(figsize=(4.2, 4.4), layout="constrained")
for n, (name, kind) in enumerate(drawn.items()):
    rows, columns = layer.state_dict()[f"{name}.weight"].shape
    left, top = (n % 2) * 880, (n // 2) * 1060
    colour = COLOURS[kind]
    ax.bar(left, rows, columns, top, align="edge", color=colour, alpha=0.3)
    for head in range(1, layer.num_heads):
        edge = head * 768 // layer.num_heads
        if name == "out_proj":  # reads a head's features: columns
            ax.plot(
                2 * [left + edge], [top, top + rows], color=colour, lw=1
            )
        else:  # computes them: rows
            ax.plot(
                [left, left + columns], 2 * [top + edge], c=colour, lw=1
            )
    numel = rows * columns
    label = f"{name}\n{numel:,}"
    ax.text(left + columns / 2, top - 35, label, ha="center", size=11)
ax.set(xlim=(-10, 1660), ylim=(1840, -210), aspect="equal")
ax.axis("off")
plt.show()
