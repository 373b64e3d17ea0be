# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    heatmap,
    load_trained,
    record_weights,
    said_twice,
    sink_attention,
)

ids = said_twice(1, 8, torch.Generator().manual_seed(1))
copies = ["first", *[""] * 7, "second", *[""] * 7]
_, axes = plt.subplots(2, figsize=(4.2, 7), layout="constrained")
for sink, ax in zip((-torch.inf, 5.0), axes, strict=True):
    sinks = torch.tensor([sink, -torch.inf])  # none for head 1

    def attend(queries, keys, values, mask, dropout, sinks=sinks):
        return sink_attention(queries, keys, values, sinks, mask, dropout)

    model = load_trained("induction")
    model.layers[1].attend = attend
    with torch.no_grad(), record_weights(model) as weights:
        model(ids)
    head = weights["layers.1.attend"][0, 0]
    column = (1 - head.sum(dim=-1, keepdim=True)).clamp(min=0)
    head = torch.cat([head, column], dim=-1)
    names = [*copies, "sink"]
    heatmap(head, rows=copies, columns=names, decimals=None, ax=ax)
    ax.axvline(16, color="black")
    ax.set_xlabel("no sink" if sink < 0 else f"sink of {sink:.0f}")
plt.show()
