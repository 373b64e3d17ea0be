# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import expert_load
from attention.examples import (
    agreement_halves,
    agreement_words,
    load_trained,
)
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap

ids = agreement_halves()[1][:, :-1]  # not trained on
words = ids.flatten()
mean = words.numel() * 2 / 8  # each word chooses two of eight experts
fade = ["#ffffff00", COLOURS["context"]]
fade = LinearSegmentedColormap.from_list("fade", fade)
_, axes = plt.subplots(
    2,
    2,
    figsize=(4.2, 5.4),
    sharex=True,
    layout="constrained",
    gridspec_kw={"height_ratios": [1, 5]},
)
names = {"mixture": "no bias", "mixture-balanced": "with the bias"}
for (above, below), (name, title) in zip(
    axes.T, names.items(), strict=True
):
    model, choices = load_trained(name), []
    router = model.blocks[0].feed_forward.router
    router.register_forward_hook(
        lambda *call, c=choices: c.append(call[-1])
    )
    with torch.no_grad():
        model(ids)
    chosen, _ = choices[0]
    above.bar(range(8), expert_load(chosen, 8), color=COLOURS["context"])
    above.axhline(mean, color="#888888", lw=1)
    above.set(yticks=[], ylim=(0, 25_000))
    above.set_title(title, fontsize=11)
    loads = [expert_load(chosen[words == word], 8) for word in range(26)]
    shares = torch.stack(loads) / words.bincount()[:, None]
    below.pcolormesh(range(8), range(26), shares, cmap=fade, vmin=0, vmax=1)
    below.hlines(
        torch.arange(25) + 0.5, -0.5, 7.5, color="#88888855", lw=0.5
    )
    below.set(ylim=(25.5, -0.5), xticks=range(8), yticks=[])
    below.set_xlabel("expert", fontsize=11)
    for ax in (above, below):
        ax.spines[:].set_visible(False)
        ax.tick_params(length=0, labelsize=10.5)
axes[1, 0].set_yticks(range(26), agreement_words)
axes[0, 0].set_yticks([mean], ["mean"])
plt.show()
