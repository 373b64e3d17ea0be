# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores, tokens
from attention.plotting import heatmap

scores = seeded_scores(SelfAttentionV2, 789)
tril = torch.tril(torch.ones(6, 6))
additive = torch.zeros(6, 6).masked_fill(tril == 0, -torch.inf)

rows = {
    "right": torch.softmax(scores + additive, dim=-1),
    "1 added": torch.softmax(scores + tril, dim=-1),
    "times 0": torch.softmax(scores * tril, dim=-1),
    "too late": torch.softmax(scores, dim=-1) + additive,
}
journey = torch.stack([weights[1] for weights in rows.values()])
heatmap(journey, rows=list(rows), columns=tokens)
plt.show()
