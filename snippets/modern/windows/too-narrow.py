# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SlidingWindow, record_weights, window_mask
from attention.examples import load_trained, said_twice
from attention.plotting import heatmap

ids = said_twice(1, 10, torch.Generator().manual_seed(0))
copies = ["first", *[""] * 9, "second", *[""] * 9]
_, axes = plt.subplots(1, 2, figsize=(4.2, 3), layout="constrained")
for window, ax in zip((10, 9), axes, strict=True):
    model = load_trained("induction")
    model.layers[1].mask = SlidingWindow(window)
    with torch.no_grad(), record_weights(model) as weights:
        model(ids)
    head = weights["layers.1.attend"][0, 0]
    head = head.masked_fill(~window_mask(20, window=window), torch.nan)
    heatmap(head, rows=copies, columns=copies, decimals=None, ax=ax)
    ax.set_xlabel(f"window of {window}")
plt.show()
