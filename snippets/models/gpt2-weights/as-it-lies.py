# pip install "attention-verified[plot]"
import json
from itertools import pairwise

import matplotlib.pyplot as plt
from attention.examples import tiny_gpt2
from attention.plotting import COLOURS

raw = (tiny_gpt2() / "model.safetensors").read_bytes()
header = 8 + int.from_bytes(raw[:8], "little")
pieces = [("length, header", 0, header)]
for name, entry in json.loads(raw[8:header]).items():
    if name != "__metadata__":
        begin, end = (header + offset for offset in entry["data_offsets"])
        pieces.append((name.removeprefix("transformer."), begin, end))

line = 7000  # bytes in each row of the figure
_, ax = plt.subplots(figsize=(4.2, 4.6), layout="constrained")
for name, begin, end in pieces:
    read = name == "h.0.ln_1.weight"  # by hand, below
    colour = "#88888840"
    if read or not begin:
        colour = COLOURS["weight"] + ("FF" if read else "60")
    cuts = [begin, *range(begin // line * line + line, end, line), end]
    parts = list(pairwise(cuts))
    for first, last in parts:
        row, left = divmod(first, line)
        box = {"color": colour, "ec": "#888888", "height": 0.8, "lw": 0.5}
        ax.barh(row, last - first, left=left, **box)
    first, last = max(parts, key=lambda part: part[1] - part[0])
    if last - first > 2000:
        row, left = divmod((first + last) // 2, line)
        text = name.removesuffix(".weight")
        ax.text(left, row, text, ha="center", va="center", fontsize=11)
ax.set(xlim=(0, line), ylim=(9.5, -0.5))
ax.axis("off")
plt.show()
