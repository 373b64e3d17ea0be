# pip install "attention-verified[plot]"
from functools import partial

import matplotlib.pyplot as plt
import torch
from attention import core_attention, record_weights
from attention.examples import load_trained, said_twice
from attention.plotting import heatmap

ids = said_twice(1, 8, torch.Generator().manual_seed(1))
blank = [""] * 16
copies = ["first copy", "second copy"]
_, axes = plt.subplots(2, figsize=(4.2, 7), layout="constrained")
for sink, ax in zip((-torch.inf, 5.0), axes, strict=True):
    sinks = torch.tensor([sink, -torch.inf])  # none for head 1
    attend = partial(core_attention, sinks=sinks)
    model = load_trained("induction")
    model.layers[1].attend = attend
    with torch.no_grad(), record_weights(model) as weights:
        model(ids)
    head = weights["layers.1.attend"][0, 0]
    column = 1 - head.sum(dim=-1, keepdim=True).round(decimals=4)
    head[torch.ones(16, 16).triu(diagonal=1) == 1] = torch.nan  # the future
    heatmap(head, rows=blank, columns=blank, decimals=None, ax=ax)
    hidden = {"fc": "none", "ec": "#999999", "hatch": "///", "lw": 0}
    ax.stairs(range(1, 16), range(1, 17), fill=True, **hidden)
    places = [torch.tensor([16.3, 17.3]), torch.arange(17)]
    ax.pcolormesh(*places, column, cmap="Greys", vmin=0, vmax=1.4)
    ax.plot(
        [16.3, 17.3, 17.3, 16.3, 16.3], [0, 0, 16, 16, 0], "#999999", lw=1
    )
    ax.set_xlim(-0.6, 17.4)
    ax.set_xticks([4, 12, 16.8], [*copies, "sink"])
    ax.set_yticks([4, 12], copies, rotation=90, va="center")
    for top in (0.2, 8.2):
        bracket = [top, top, top + 7.6, top + 7.6]
        ax.plot([-0.2, -0.5, -0.5, -0.2], bracket, color="black", lw=1)
    ax.set_xlabel("no sink" if sink < 0 else f"sink of {sink:.0f}")
plt.show()
