# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import AttentionOnly, record_weights
from attention.examples import load_trained, said_twice
from attention.plotting import heatmap

torch.manual_seed(0)
untrained = AttentionOnly(16, 24, d_model=32, num_layers=2, num_heads=2)
ids = said_twice(1, 8, torch.Generator().manual_seed(1))
copies = ["first", *[""] * 7, "second", *[""] * 7]

_, axes = plt.subplots(2, 2, figsize=(4.8, 5.2), layout="constrained")
models = {"trained": load_trained("induction"), "untrained": untrained}
for row, (name, model) in zip(axes, models.items(), strict=True):
    with torch.no_grad(), record_weights(model) as weights:
        model(ids)
    for layer, ax in enumerate(row):
        head = weights[f"layers.{layer}.attend"][0, 0]
        heatmap(head, rows=copies, columns=copies, decimals=None, ax=ax)
        ax.set_xlabel(f"{name}, layer {layer}")
plt.show()
