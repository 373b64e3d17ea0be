# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2, heatmap, seeded_scores, tokens

weights = torch.softmax(seeded_scores(SelfAttentionV2, 789), dim=-1)
later = torch.ones(6, 6).triu(diagonal=1).bool()  # above the diagonal

axes = heatmap(weights, rows=tokens, columns=tokens, outline=later)
axes.set(xlabel="key: attended to", ylabel="query: attends")
plt.show()
