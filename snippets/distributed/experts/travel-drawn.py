# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.distributed.experts import mixture, tokens
from attention.plotting import COLOURS

chosen, _ = mixture().router(tokens())
goes = chosen.view(4, 12) // 2  # of each rank's rows: two experts a rank
sent = [row.bincount(minlength=4).tolist() for row in goes]
taken = [sum(column) for column in zip(*sent, strict=True)]

_, ax = plt.subplots(figsize=(4.2, 4), layout="constrained")
across = torch.linspace(0, 1, 40)
bend = 0.5 - 0.5 * torch.cos(torch.pi * across)
gap = 4
arrived = [sum(taken[:to]) + gap * to for to in range(4)]
for rank, row in enumerate(sent):
    left = rank * (12 + gap)
    ax.text(-0.03, left + 6, f"rank {rank}: 12", ha="right", va="center")
    for to, rows in enumerate(row):
        upper = left + (arrived[to] - left) * bend
        colour = COLOURS["context"] + ("38", "68", "98", "d0")[to]
        ax.fill_between(across, upper, upper + rows, color=colour, lw=0)
        left += rows
        arrived[to] += rows
for to, rows in enumerate(taken):
    middle = arrived[to] - rows / 2
    ax.text(1.03, middle, f"{rows}: rank {to}", va="center")
ax.text(-0.03, -3, "rows from", ha="right")
ax.text(1.03, -3, "rows for")
ax.set(xlim=(-0.5, 1.5), ylim=(61, -5))
ax.axis("off")
plt.show()
