# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import tiny_deepseek
from attention.loaders import load_deepseek, read_safetensors
from attention.plotting import COLOURS

model = load_deepseek(tiny_deepseek())
ids = read_safetensors(tiny_deepseek() / "logits.safetensors")["ids"]
dense, block, _ = model.blocks
with torch.no_grad():
    x = dense(model.tok_emb(ids))
    x = block.norm_2(x + block.attention(block.norm_1(x)))[0, 3]
    router = block.feed_forward.router
    scores = torch.sigmoid(router.W_router(x))
    biased = scores + router.bias
    chosen, weights = (t[0].tolist() for t in router(x[None]))
best = biased.view(4, 2).sum(dim=1)  # all two of each group
kept = best.topk(2).indices.tolist()

_, ax = plt.subplots(figsize=(4.2, 3.5), layout="constrained")


def draw(row, cell, text, colour, wide=1.0):
    left = cell * (1 if wide == 1 else 2.3) + (
        0.3 * (cell // 2) if wide == 1 else 0
    )
    box = {"fc": COLOURS[colour] + "60" if colour else "#88888820"}
    ax.add_patch(
        plt.Rectangle((left, -row), wide - 0.08, 0.62, **box, lw=0)
    )
    middle = {"ha": "center", "va": "center", "fontsize": 10.5}
    ax.text(left + wide / 2 - 0.04, 0.31 - row, text, **middle)


for e in range(8):
    inside = e // 2 in kept
    draw(0, e, f"{biased[e]:.2f}", "key")
    draw(
        2.4,
        e,
        f"{biased[e]:.2f}" if inside else "",
        "key" if inside else "",
    )
    mine = e in chosen
    weight = f"{weights[chosen.index(e)]:.2f}" if mine else ""
    draw(3.6, e, weight, "weight" if mine else "")
for g in range(4):
    draw(1.2, g, f"{best[g]:.2f}", "query" if g in kept else "", 2)
titles = {
    0: "scores + bias",
    1.2: "sums in 4 groups: the best two are kept",
    2.4: "what may be chosen",
    3.6: "the largest three, weighted by their scores",
}
for row, title in titles.items():
    ax.text(0, 0.75 - row, title, fontsize=10.5)
ax.set(xlim=(-0.1, 9), ylim=(-3.7, 1.1))
ax.axis("off")
plt.show()
