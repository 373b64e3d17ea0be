# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import (
    AttentionRecall,
    RecurrentRecall,
    recall_batch,
    train_recall,
)
from attention.plotting import COLOURS, heatmap

torch.set_num_threads(1)
carrying, _ = train_recall(RecurrentRecall, length=8)
looking, _ = train_recall(AttentionRecall, length=8)
ids, first = recall_batch(200, length=8)
other = ids.clone()
other[:, 0] = (first + 1) % 4  # only the first word differs

left, shares = torch.zeros(9), torch.zeros(9)  # means of ten networks
for model in carrying:
    states, others = (
        model.encoder(model.embed(each)) for each in (ids, other)
    )
    change = (states - others).detach().norm(dim=-1).mean(dim=0)
    left += change / change[0] / 10
for model in looking:
    x = model.embed(ids).detach()
    shares += (
        model.attention.attend(x[:, -1:], x, x)[1].mean(dim=(0, 1)) / 10
    )

words = ["first", *"2345678", "?"]
_, both = plt.subplots(2, figsize=(4.2, 3.2), layout="constrained")
titles = (
    "how much of the first word is left",
    "share that ? gives each word",
)
for axes, title, numbers in zip(both, titles, (left, shares), strict=True):
    row = numbers.round(decimals=1)[None]  # which other machines confirm
    colour = "weight" if numbers is shares else None
    heatmap(
        row, rows=[""], columns=words, colour=colour, decimals=1, ax=axes
    )
    axes.set(title=title, ylim=(1, -1.4 if colour else -0.5))
    axes.xaxis.tick_bottom()
    plt.setp(axes.get_xticklabels(), rotation=0, ha="center")
hop = {"arrowstyle": "->", "connectionstyle": "arc3,rad=-0.5"}
hop["color"] = "#888888"
arc = {"arrowstyle": "-", "connectionstyle": "arc3,rad=0.3"}
arc |= {"color": COLOURS["weight"]}
for place, share in enumerate(shares.round(decimals=1).tolist()[:8]):
    places = (place + 1.5, 0), (place + 0.5, 0)
    both[0].annotate("", *places, arrowprops=hop)
    width = {"linewidth": 8 * share}
    both[1].annotate("", (place + 0.5, 0), (8.5, 0), arrowprops=arc | width)
plt.show()
