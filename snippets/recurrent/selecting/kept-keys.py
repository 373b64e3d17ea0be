# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    COLOURS,
    causal_mask,
    load_trained,
    record_weights,
    said_twice,
    select_keys,
    window_mask,
)
from matplotlib.colors import ListedColormap

ids = said_twice(1, 12, torch.Generator().manual_seed(1))
model, indexer = load_trained("induction"), load_trained("indexer")
layer, given = model.layers[1], []
layer.register_forward_pre_hook(lambda _, args: given.append(args[0]))
with torch.no_grad(), record_weights(model) as recorded:
    model(ids)
    weights = recorded["layers.1.attend"][0].mean(dim=0)
    queries, keys, _ = layer.project(given[0])
    means = keys[0].unflatten(1, (12, 2)).mean(dim=2)  # blocks of two
    scores = (queries[0] @ means.mT).sum(dim=0)
    own = (torch.arange(24) // 2)[:, None] == torch.arange(12)
    earlier = causal_mask(24)[:, 1::2] & ~own
    blocks = select_keys(scores, 1, earlier) | own
    kept = {
        "all keys": causal_mask(24),
        "window": window_mask(24, window=4),
        "blocks": blocks.repeat_interleave(2, dim=1) & causal_mask(24),
        "indexer": select_keys(indexer(given[0])[0], 4, causal_mask(24)),
    }
fade = ListedColormap(["#ffffff00", COLOURS["key"] + "73"])
rows, columns = (weights > 0.1).nonzero().T
_, axes = plt.subplots(2, 2, figsize=(4.4, 4.6), layout="constrained")
for ax, (name, mask) in zip(axes.flat, kept.items(), strict=True):
    ax.pcolormesh(mask.float(), cmap=fade, vmin=0, vmax=1)
    ax.scatter(
        columns + 0.5,
        rows + 0.5,
        s=34 * weights[rows, columns],
        color=COLOURS["weight"],
        lw=0,
    )
    ax.set(xlim=(0, 24), ylim=(24, 0), xticks=[], yticks=[], aspect=1)
    ax.set_title(name, fontsize=11)
for ax in axes[1]:
    ax.set_xlabel("keys", fontsize=11)
for ax in axes[:, 0]:
    ax.set_ylabel("queries", fontsize=11)
plt.show()
