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
    router.num_groups = router.top_groups = 1  # all experts
    scores = torch.sigmoid(router.W_router(x))
    biased = scores + router.bias
    chosen, weights = (t[0].tolist() for t in router(x[None]))

_, ax = plt.subplots(figsize=(4.2, 2.7), layout="constrained")
rows = {  # how far down, the numbers drawn, and their colour
    "scores of 8 experts": (0, dict(enumerate(scores)), "score"),
    "scores + bias": (1.2, dict(enumerate(biased)), "key"),
    "the largest three, weighted by their scores": (
        2.4,
        dict(zip(chosen, weights, strict=True)),
        "weight",
    ),
}
for title, (down, numbers, colour) in rows.items():
    ax.text(0, 0.75 - down, title, fontsize=10.5)
    for e in range(8):
        fill = COLOURS[colour] + "60" if e in numbers else "#88888820"
        ax.add_patch(plt.Rectangle((e, -down), 0.92, 0.62, fc=fill, lw=0))
        text = f"{numbers[e]:.2f}" if e in numbers else ""
        middle = {"ha": "center", "va": "center", "fontsize": 10.5}
        ax.text(e + 0.46, 0.31 - down, text, **middle)
ax.set(xlim=(-0.1, 8), ylim=(-2.5, 1.1))
ax.axis("off")
plt.show()
