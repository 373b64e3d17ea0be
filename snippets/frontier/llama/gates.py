# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import SwiGLU
from attention.examples import inputs
from attention.plotting import COLOURS

torch.manual_seed(123)
layer = SwiGLU(3, 8)
gate, up = layer.W_gate(inputs[1]).detach(), layer.W_up(inputs[1]).detach()
rows = {"gate": gate, "silu(gate)": F.silu(gate), "up": up}
rows["silu(gate) · up"] = F.silu(gate) * up
_, axes = plt.subplots(
    4, 1, figsize=(4.2, 3.6), sharex=True, layout="constrained"
)
colours = ["query", "query", "value", "context"]
for ax, (name, row), colour in zip(
    axes, rows.items(), colours, strict=True
):
    ax.bar(range(8), row, color=COLOURS[colour])
    ax.axhline(0, color="#888888", lw=0.8)
    ax.set_title(name, fontsize=11, loc="left")
    ax.set(ylim=(-0.85, 0.85), yticks=[], xticks=[])
    ax.spines[:].set_visible(False)
plt.show()
