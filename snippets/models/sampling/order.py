# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import keep_top_p, scale_logits
from attention.plotting import COLOURS

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()

temperature_first = keep_top_p(scale_logits(logits, 2.0), 0.65)
top_p_first = scale_logits(keep_top_p(logits, 0.65), 2.0)
print(torch.softmax(temperature_first, dim=-1))
print(torch.softmax(top_p_first, dim=-1))

rows = {
    "temperature 2,\nthen top-p 0.65": temperature_first,
    "top-p 0.65, then\ntemperature 2": top_p_first,
}
_, ax = plt.subplots(figsize=(4.2, 2), layout="constrained")
for row, kept in enumerate(rows.values()):
    start = 0.0
    shares = torch.softmax(kept, dim=-1).tolist()
    words = ["wide", "low", "old", "new"]
    for word, share in zip(words, shares, strict=True):
        if share:
            ax.barh(row, share, 0.6, start, color=COLOURS["score"] + "60")
            ax.barh(row, share, 0.6, start, color="none", ec="#888888")
            style = {"ha": "center", "va": "center", "fontsize": 11}
            text = f"{word}\n{share:.2f}"
            ax.text(start + share / 2, row, text, **style)
        start += share
ax.set_yticks([0, 1], rows, fontsize=11)
ax.set(xlim=(0, 1.005), xticks=[])
ax.invert_yaxis()
ax.tick_params(length=0)
ax.set_frame_on(False)
plt.show()
