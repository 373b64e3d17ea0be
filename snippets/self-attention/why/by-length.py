# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import (
    AttentionRecall,
    RecurrentRecall,
    train_recall,
)
from attention.plotting import curves

torch.set_num_threads(1)  # steps are so small that one core is fastest
lengths = (2, 4, 8, 16, 32)
readers = {"carry along": RecurrentRecall, "look back": AttentionRecall}

lines = {}
for name, reader in readers.items():
    means = []
    for n in lengths:
        _, right = train_recall(reader, length=n)
        means.append(right.mean())  # of ten networks
    # In steps of 0.05, which other machines confirm.
    lines[name] = (torch.stack(means) * 20).round() / 20

labels = {"xlabel": "words to read", "ylabel": "share of right answers"}
axes = curves(
    torch.tensor(lengths),
    lines,
    colours=[None, "weight"],
    logx=True,
    **labels,
)
axes.set(xticks=lengths, xticklabels=lengths, ylim=(0, 1.05))
axes.axhline(0.25, color="#888888", linewidth=1)
axes.text(2, 0.18, "guessing", fontsize=11)
plt.show()
