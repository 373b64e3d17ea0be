# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import AttentionOnly, record_weights
from attention.examples import load_trained, said_twice
from attention.plotting import heatmap

torch.manual_seed(0)
untrained = AttentionOnly(16, 24, d_model=32, num_layers=2, num_heads=2)
ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
models = {"trained": load_trained("induction"), "untrained": untrained}
_, axes = plt.subplots(2, 1, figsize=(4.2, 5), layout="constrained")
for ax, (name, model) in zip(axes, models.items(), strict=True):
    print(name)
    found = []
    with torch.no_grad(), record_weights(model) as recorded:
        model(ids)
    for layer, weights in enumerate(recorded.values()):
        for head in range(2):
            to_before = weights[:, head, :10].diagonal(-1, 1, 2).mean()
            to_next = weights[:, head, 10:].diagonal(1, 1, 2).mean()
            print(f"layer {layer}, head {head}: ", end="")
            print(f"{to_before:.2f} before, {to_next:.2f} next")
            found.append([to_before, to_next])
    rows = [f"layer {n // 2}, head {n % 2}" for n in range(4)]
    columns = ["before", "next"]
    heatmap(torch.tensor(found), rows=rows, columns=columns, ax=ax)
    ax.set_xlabel(name)
plt.show()
