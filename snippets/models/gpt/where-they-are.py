# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import GPT
from attention.plotting import COLOURS

_, ax = plt.subplots(figsize=(4.2, 3.2), layout="constrained")
for row, tied in enumerate((True, False)):
    with torch.device("meta"):
        model = GPT(50257, 1024, 768, 12, 12, tied=tied)
    start = 0.0
    parts = {"tok_emb": "table", "positions": "", "blocks": "12 blocks"}
    if not tied:
        parts["out_head"] = "table"
    for name, text in parts.items():
        part = model.get_submodule(name)
        millions = sum(p.numel() for p in part.parameters()) / 1e6
        shade = COLOURS["key"] + "60" if text == "table" else "none"
        ax.barh(
            row, millions, left=start, color=shade, ec="#888888", height=0.6
        )
        middle = start + millions / 2
        label = f"{text}\n{millions:.1f}" if text else ""
        ax.text(middle, row, label, ha="center", va="center", fontsize=11)
        start += millions
ax.set_yticks([0, 1], ["tied", "not tied"], fontsize=11)
ax.set_xlabel("millions of parameters", fontsize=11)
ax.tick_params(labelsize=11, length=3)
ax.tick_params(axis="y", length=0)
ax.invert_yaxis()
ax.set_frame_on(False)
plt.show()
