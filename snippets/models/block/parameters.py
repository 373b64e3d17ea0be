# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock
from attention.plotting import COLOURS

with torch.device("meta"):  # shapes without numbers
    attention = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
    block = TransformerBlock(768, attention, FeedForward(768, 4 * 768))

for name, part in block.named_children():
    print(name, f"{sum(p.numel() for p in part.parameters()):,}")
print(f"{sum(p.numel() for p in block.parameters()):,}")

sizes = {
    "attention": block.attention,
    "feed-forward network": block.feed_forward,
}
_, ax = plt.subplots(figsize=(4.8, 1.7), layout="constrained")
start = 0.0
for name, part in sizes.items():
    millions = sum(p.numel() for p in part.parameters()) / 1e6
    shade = COLOURS["weight"] + "50" if name == "attention" else "none"
    ax.barh(0, millions, 0.8, start, color=shade, ec="#888888")
    style = {"ha": "center", "va": "center", "fontsize": 11}
    text = f"{name}\n{millions:.2f}"
    ax.text(start + millions / 2, 0, text, **style)
    start += millions
ax.set(yticks=[], xlim=(0, start * 1.002))
ax.set_xlabel(
    "millions of parameters; norms are too few to see", fontsize=11
)
ax.tick_params(labelsize=11, length=3)
ax.set_frame_on(False)
plt.show()
