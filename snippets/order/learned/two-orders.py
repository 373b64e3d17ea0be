# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import inputs, tokens
from attention.plotting import heatmap
from matplotlib.patches import ConnectionPatch

swapped = [4, 1, 2, 3, 0, 5]  # one journey starts with your step
names = [tokens[place] for place in swapped]

_, (left, right) = plt.subplots(1, 2, figsize=(4.4, 3))
plt.subplots_adjust(0.17, 0.02, 0.83, 0.98, wspace=0.45)
for ax, words, x in (
    (left, tokens, inputs),
    (right, names, inputs[swapped]),
):
    contexts = (x @ x.T).softmax(dim=-1) @ x  # attention without weights
    style = {"colour": "context", "columns": [""] * 3}
    heatmap(contexts, rows=words, ax=ax, **style)
right.yaxis.tick_right()

for row, place in enumerate(swapped):
    line = ConnectionPatch(
        (3.05, place + 0.5),
        (-0.05, row + 0.5),
        left.transData,
        right.transData,
        linewidth=1 if place == row else 3,
        color="#888888",
    )
    left.add_artist(line)
plt.show()
