# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import GatedAttention, MultiHeadAttention
from attention.plotting import COLOURS

t = torch.linspace(-3, 3, 61)
_, axes = plt.subplots(
    1, 2, figsize=(4.4, 3.2), sharey=True, layout="constrained"
)
for ax, gated in zip(axes, (False, True), strict=True):
    torch.manual_seed(4)
    direction = torch.randn(8)
    layer = MultiHeadAttention(8, 8, 1, 0.0, num_heads=2)
    layer.out_proj.bias.data.zero_()
    if gated:
        layer = GatedAttention(8, layer)
        layer.W_gate.weight.data *= 4
    with torch.no_grad():
        out = layer(t[:, None, None] * direction)[:, 0]  # sequences of one
    ax.plot(t, out[:, :5], color=COLOURS["context"], lw=1.5)
    ax.set_title("gated" if gated else "no gate", fontsize=11)
    ax.set_xlabel("times the token", fontsize=11)
    ax.tick_params(labelsize=10.5)
    ax.spines[["top", "right"]].set_visible(False)
axes[0].set_ylabel("five features of the result", fontsize=11)
plt.show()
