# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import inputs, tokens
from attention.plotting import heatmap
from attention.text import build_vocabulary, embedding_table
from matplotlib.patches import ConnectionPatch

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)
ids = [vocabulary[token] for token in tokens]

figure, axes = plt.subplots(1, 2, figsize=(4.2, 4.4), layout="constrained")
figure.get_layout_engine().set(wspace=0.3)  # room for the lines
names = [f"{token}  {i}" for token, i in vocabulary.items()]
for ax, rows, labels in zip(
    axes, (table, table[ids]), (names, ids), strict=True
):
    heatmap(rows, rows=labels, columns=[""] * 3, colour=None, ax=ax)
axes[0].set_xlabel("table")
axes[1].set_xlabel("sentence")
for row, i in enumerate(ids):
    ends = (3.1, i + 0.5), (-0.8, row + 0.5)
    line = ConnectionPatch(*ends, "data", axesA=axes[0], axesB=axes[1])
    line.set_annotation_clip(False)
    figure.add_artist(line)
plt.show()
