# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import COLOURS, DeepSeekRouter

torch.manual_seed(123)
router = DeepSeekRouter(
    d_model=7168, num_experts=256, top_k=8, num_groups=8, top_groups=4
)
chosen = router(torch.randn(1, 7168))[0][0].tolist()

_, ax = plt.subplots(figsize=(4.6, 6.2), layout="constrained")
parts = {
    (5, 0, "a token: 7,168 numbers"): "context",
    (5, 1.1, "RMSNorm"): "score",
    (1.9, 2.5, "1,536\nRMSNorm"): "query",
    (5.6, 2.5, "latent vector\n512, RMSNorm"): "key",
    (8.8, 2.5, "rotary\nkey: 64"): "key",
    (1.9, 4.15, "128 queries\nof 128 + 64"): "query",
    (5.6, 4.15, "128 keys, 128\nvalues, of 128"): "value",
    (5, 5.6, "attention, 128 heads"): "weight",
    (5, 6.9, "+ token, then RMSNorm"): "score",
    (8.7, 8.9, "shared\nexpert"): "value",
    (5, 10.9, "all added up, + token"): "context",
}
arrows = [
    ((5, 0.3), (5, 0.8)),
    ((4.2, 1.4), (1.9, 2.0)),
    ((5, 1.4), (5.6, 2.0)),
    ((5.8, 1.4), (8.8, 2.0)),
    ((1.9, 3.0), (1.9, 3.65)),
    ((5.6, 3.0), (5.6, 3.65)),
    ((1.9, 4.65), (3.6, 5.3)),
    ((5.6, 4.65), (5.2, 5.3)),
    ((8.8, 3.0), (6.8, 5.3)),
    ((5, 5.9), (5, 6.6)),
    ((4.3, 7.2), (3.5, 7.7)),
    ((5.9, 7.2), (8.7, 8.4)),
    ((3.5, 10.05), (4.4, 10.6)),
    ((8.7, 9.4), (6.2, 10.6)),
]
for start, end in arrows:
    stroke = {"arrowstyle": "->", "color": "#888888", "lw": 1.2}
    ax.annotate("", end, start, arrowprops=stroke)
for (across, up, text), colour in parts.items():
    box = {"boxstyle": "round,pad=0.3", "ec": COLOURS[colour]}
    box["fc"] = COLOURS[colour] + "40"
    middle = {"ha": "center", "va": "center", "fontsize": 10}
    ax.text(across, up, text, bbox=box, **middle)
frame = {"fill": False, "ec": COLOURS["key"], "ls": "--", "lw": 1.5}
ax.add_patch(plt.Rectangle((3.75, 1.88), 6.35, 1.24, **frame))
ax.text(7.15, 3.25, "cached: 512 + 64 = 576", ha="center", fontsize=10.5)
for expert in range(256):
    group, place = divmod(expert, 32)
    lit = expert in chosen
    colour = COLOURS["weight"] if lit else "#88888850"
    corner = (0.35 + place * 0.2, 9.8 - group * 0.25)
    ax.add_patch(plt.Rectangle(corner, 0.16, 0.19, color=colour))
ax.text(0.35, 7.35, "router: 8 of 256", fontsize=10, va="center")
ax.text(0.35, 10.2, "256 experts", fontsize=10)
ax.set(xlim=(0, 10.3), ylim=(-0.4, 11.3))
ax.axis("off")
plt.show()
