# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import attention_weights
from attention import scaled_attention_scores as scaled_scores
from attention.examples import inputs, tokens
from attention.plotting import heatmap
from torch import nn


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


rows = []
for draw in (torch.rand, torch.randn, linear):
    torch.manual_seed(123)
    W_query, W_key = draw(3, 2), draw(3, 2)
    scores = scaled_scores(inputs @ W_query, inputs @ W_key)
    rows.append(attention_weights(scores)[1])  # journey's

names = ("rand", "randn", "Linear")
axes = heatmap(torch.stack(rows), rows=names, columns=tokens)
axes.set(xlabel="key: the word that journey reads")
plt.show()
