# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import FeedForward, MultiHeadAttention

with torch.device("meta"):  # shapes without numbers
    attention = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
    network = FeedForward(768, 4 * 768)

_, ax = plt.subplots(figsize=(4.2, 1.6), layout="constrained")
names = ["attention", "feed-forward"]
counts = [
    sum(p.numel() for p in layer.parameters())
    for layer in (attention, network)
]
bars = ax.barh(names, counts, color="#888888")
ax.bar_label(bars, [f"{count:,}" for count in counts], padding=4, size=11)
ax.set(xlim=(0, 7e6), xticks=[])
ax.tick_params(length=0, labelsize=11)
ax.spines[:].set_visible(False)
ax.invert_yaxis()
plt.show()
