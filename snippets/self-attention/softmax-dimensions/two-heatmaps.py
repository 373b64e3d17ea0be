# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import heatmap, inputs, tokens

marked = torch.zeros(6, 6, dtype=torch.bool)
marked[1] = True  # the row of journey

_, (above, below) = plt.subplots(2, 1, figsize=(4.2, 8.6), layout="tight")
names = {"rows": tokens, "columns": tokens}
for ax, dim, outline in ((above, -1, marked), (below, 0, marked.T)):
    weights = torch.softmax(inputs @ inputs.T, dim=dim)
    heatmap(weights, outline=outline, ax=ax, **names)
    ax.set_title(f"dim={dim}", fontsize=12)
    print(f"dim={dim:2}, row of journey:", weights[1])
plt.show()
