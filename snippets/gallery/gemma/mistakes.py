# pip install "attention-verified[plot]"
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
from attention import SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import COLOURS


def spoil(model, mistake):
    for block in model.blocks:
        layer = block.attention
        if mistake == "Llama's names":
            block.norm_2, block.after_1 = block.after_1, block.norm_2
        if mistake == "scores not capped":
            layer.attend.cap = None
        if mistake == "divided by √d":
            layer.attend.factor = 1.0
        if mistake == "window of 21" and hasattr(layer.mask, "window"):
            layer.mask = SlidingWindow(21)
    if mistake == "w for 1 + w":
        for name, parameter in model.named_parameters():
            if name.endswith("scale"):
                parameter.data -= 1
    if mistake == "logits not capped":
        model.out_head = model.out_head[0]


lines = {
    "w for 1 + w": ("query", "-"),
    "divided by √d": ("context", "-"),
    "Llama's names": ("value", "-"),
    "logits not capped": ("score", ":"),
    "scores not capped": ("weight", ":"),
    "window of 21": ("key", "-"),
}
stored = drawn_checkpoint("gemma2")
_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
print("mistake            first 8 tokens  all 150")
with TemporaryDirectory() as folder, torch.no_grad():
    stored.write(folder)
    right = load(folder, torch.float64)(stored.ids[None])[0]
    for mistake, (colour, line) in lines.items():
        model = load(folder, torch.float64)
        spoil(model, mistake)
        off = (model(stored.ids[None])[0] - right).abs().amax(dim=-1)
        off = off / right.std()
        print(f"{mistake:20s} {off[:8].max():13.3f} {off.max():8.3f}")
        ax.plot(off, line, color=COLOURS[colour], label=mistake)
ax.set(yscale="log", ylim=(1e-5, 1e3), xlim=(-2, 150))
ax.set_xlabel("position", fontsize=11)
ax.set_ylabel("largest error ÷ std of the logits", fontsize=11)
ax.tick_params(labelsize=10.2)
ax.legend(fontsize=10.2, frameon=False, loc="upper right", ncols=2)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
