# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import DeepSeekRouter
from attention.plotting import COLOURS

torch.manual_seed(123)
router = DeepSeekRouter(
    d_model=7168, num_experts=256, top_k=8, num_groups=8, top_groups=4
)
chosen = router(torch.randn(1, 7168))[0][0].tolist()

parts = {
    (3.2, 0.3, "a token: 7,168 numbers"): "context",
    (3.2, 1.5, "RMSNorm"): "score",
    (0.85, 3.1, "1,536\nRMSNorm"): "query",
    (3.4, 3.1, "latent: 512\nRMSNorm"): "key",
    (5.75, 3.1, "rotary\nkey: 64"): "key",
    (0.95, 4.95, "128 queries\nof 128 + 64"): "query",
    (3.7, 4.95, "128 keys, 128\nvalues, of 128"): "value",
    (3.2, 6.5, "attention, 128 heads"): "weight",
    (3.2, 7.7, "+ token"): "context",
    (8.6, 7.7, "RMSNorm"): "score",
    (9.65, 4.8, "shared\nexpert"): "value",
    (8.5, 1.1, "added up, + token"): "context",
}
arrows = [
    ((3.2, 0.65), (3.2, 1.15)),
    ((2.4, 1.7), (0.85, 2.45)),
    ((3.3, 1.85), (3.4, 2.45)),
    ((4.0, 1.7), (5.75, 2.45)),
    ((0.85, 3.75), (0.9, 4.35)),
    ((3.5, 3.75), (3.7, 4.35)),
    ((1.2, 5.55), (2.3, 6.15)),
    ((3.6, 5.55), (3.3, 6.15)),
    ((5.95, 3.75), (5.3, 6.15)),
    ((3.2, 6.85), (3.2, 7.35)),
    ((4.0, 7.7), (7.7, 7.7)),
    ((8.3, 7.35), (7.85, 6.75)),
    ((8.9, 7.35), (9.6, 5.4)),
    ((7.85, 2.3), (8.1, 1.5)),
    ((9.7, 4.2), (9.65, 1.5)),
]
_, ax = plt.subplots(figsize=(4.2, 4.0), layout="constrained")
for start, end in arrows:
    stroke = {"arrowstyle": "->", "color": "#888888", "lw": 1.2}
    ax.annotate("", end, start, arrowprops=stroke)
for (across, up, text), colour in parts.items():
    box = {"boxstyle": "round,pad=0.3", "ec": COLOURS[colour]}
    box["fc"] = COLOURS[colour] + "40"
    middle = {"ha": "center", "va": "center", "fontsize": 10.2}
    ax.text(across, up, text, bbox=box, **middle)
frame = {"fill": False, "ec": COLOURS["key"], "ls": "--", "lw": 1.5}
ax.add_patch(plt.Rectangle((2.02, 2.35), 4.55, 1.5, **frame))
ax.text(4.75, 1.7, "cached: 576", fontsize=10.2)  # 512 + 64
for lit, colour in ((False, "#88888870"), (True, COLOURS["weight"])):
    places = [divmod(e, 32) for e in range(256) if (e in chosen) == lit]
    across = [7.04 + group * 0.23 for group, _ in places]
    up = [6.54 - place * 0.11 for _, place in places]
    ax.plot(across, up, "s", color=colour, markersize=2.6, mew=0)
ax.text(7.8, 6.95, "router", fontsize=10.2, ha="right")
ax.text(6.9, 2.35, "8 of 256\nexperts", fontsize=10.2)
ax.set(xlim=(-0.1, 10.4), ylim=(-0.1, 8.1))
ax.axis("off")
plt.show()
