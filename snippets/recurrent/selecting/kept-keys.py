# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, record_weights, select_keys, window_mask
from attention.examples import load_trained, said_twice
from attention.plotting import COLOURS
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

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
sizes = (4 * weights).ceil() * (weights > 0.1)
cell = torch.tensor([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
_, axes = plt.subplots(2, 2, figsize=(4.4, 4.6), layout="constrained")
for ax, (name, mask) in zip(axes.flat, kept.items(), strict=True):
    corners = (mask.nonzero().flip(1)[:, None] + cell).flatten(0, 1)
    shaded = Outline(corners, [1, 2, 2, 2, 79] * int(mask.sum()))
    ax.add_patch(PathPatch(shaded, fc=COLOURS["key"] + "73", lw=0))
    for size in range(1, 5):  # of a dot, for a quarter of 1 each
        rows, columns = (sizes == size).nonzero().T
        dots = {"ms": 2.9 * size**0.5, "mew": 0, "color": COLOURS["weight"]}
        ax.plot(columns + 0.5, rows + 0.5, "o", **dots)
    ax.set(xlim=(0, 24), ylim=(24, 0), xticks=[], yticks=[], aspect=1)
    ax.set_title(name, fontsize=11)
for ax in axes[1]:
    ax.set_xlabel("keys", fontsize=11)
for ax in axes[:, 0]:
    ax.set_ylabel("queries", fontsize=11)
plt.show()
