# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import load_trained
from attention.plotting import heatmap
from torch.nn.functional import cosine_similarity

table = load_trained("story").positions.pos_emb.weight  # (24, 32)
alike = cosine_similarity(table[:, None], table, dim=-1)

names = [str(p) if p % 4 == 0 else "" for p in range(24)]
axes = heatmap(alike, rows=names, columns=names, colour=None, decimals=None)
axes.set(xlabel="position", ylabel="position")
plt.show()
