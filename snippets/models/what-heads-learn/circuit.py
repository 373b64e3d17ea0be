# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import record_weights
from attention.examples import load_trained, said_twice

model = load_trained("induction").double()
ids = said_twice(1, 8, torch.Generator().manual_seed(1))
with torch.no_grad(), record_weights(model) as weights:
    says = model(ids)[0].argmax(dim=-1)
back, copy = (weights[f"layers.{layer}.attend"][0, 0] for layer in (0, 1))

query = 10
found = int(copy[query].argmax())
before = int(back[found].argmax())
numbers = ids[0].tolist()
_, ax = plt.subplots(figsize=(5, 1.5), layout="constrained")
ax.set(xlim=(-0.5, 7.5), ylim=(-1.5, 1), xticks=[])
ax.set_yticks([0, -1], ["first copy", "second copy"])
for place, number in enumerate(numbers):
    ax.text(place % 8, -(place // 8), number, ha="center", va="center")
for layer, at, to, weight in (
    (0, found, before, back),
    (1, query, found, copy),
):
    print(f"layer {layer}: {numbers[at]} attends to {numbers[to]}", end=" ")
    print(f"({weight[at, to]:.2f})")
    arrow = {"arrowstyle": "->", "shrinkA": 8, "shrinkB": 8}
    arrow["connectionstyle"] = f"arc3,rad={0.8 * (1 - layer)}"
    places = [(place % 8, -(place // 8)) for place in (to, at)]
    ax.annotate("", *places, arrowprops=arrow)
print("after", numbers[query], "it says", says[query].item())
plt.show()
