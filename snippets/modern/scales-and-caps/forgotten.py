# pip install "attention-verified[plot]"
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import COLOURS


def forget(model, what):
    if what == "embeddings":
        model.tok_emb = model.tok_emb[0]
    if what in ("logits", "cap of logits"):
        model.out_head = model.out_head[0]
    for block in model.blocks:
        core = block.attention.attend
        if what == "each part":
            block.factor = 1.0
        if what == "scores":
            core.factor = 1.0
        if what == "cap of scores":
            core.cap = None
        if what == "positions" and hasattr(core, "steps"):
            core.scale = 0.0


forgotten = {
    "granite": ("embeddings", "scores", "each part", "logits"),
    "gemma2": ("embeddings", "scores", "cap of scores", "cap of logits"),
    "cohere2": ("logits",),
    "llama4": ("positions",),
}
rows, errors, shares = [], [], []
print("model, without                error ÷ std  same next word")
with TemporaryDirectory() as folder, torch.no_grad():
    for name, constants in forgotten.items():
        stored = drawn_checkpoint(name)
        stored.write(folder)
        right = load(folder, torch.float64)(stored.ids[None])[0]
        for what in constants:
            model = load(folder, torch.float64)
            forget(model, what)
            logits = model(stored.ids[None])[0]
            off = (logits - right).abs().max() / right.std()
            same = logits.argmax(dim=-1) == right.argmax(dim=-1)
            rows.append(f"{name}: {what}")
            errors.append(off)
            shares.append(f"{same.double().mean():.0%}")
            print(f"{rows[-1]:28} {off:11.2f} {shares[-1]:>14}")

_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
ax.plot(errors, range(len(rows)), "o", color=COLOURS["score"])
for row, share in enumerate(shares):
    ax.text(2500, row, share, fontsize=10.2, ha="right", va="center")
ax.text(2500, -1, "same word", fontsize=10.2, ha="right", va="center")
ax.set_yticks(range(len(rows)), rows, fontsize=10.2)
ax.set(xscale="log", xlim=(0.01, 3000), xticks=[0.01, 0.1, 1, 10, 100])
ax.set_xlabel("error of logits ÷ std", fontsize=10.2)
ax.tick_params(axis="x", labelsize=10.2)
ax.invert_yaxis()
ax.grid(axis="y", alpha=0.3)
ax.spines[["top", "right", "left"]].set_visible(False)
plt.show()
