# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import Transformer, record_weights
from attention.examples import target_tokens, tokens
from attention.plotting import heatmap

source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])
torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 2, 2)
with record_weights(model) as weights:
    model(source, target)

seen = torch.zeros(10, 10)
seen[:6, :6] = weights["encoder.0.attention.attend"][0, 0] > 0
seen[6:, 6:] = weights["decoder.0.attention.attend"][0, 0] > 0
seen[6:, :6] = weights["decoder.0.cross_attention.attend"][0, 0] > 0

names = [*tokens, "<start>", *target_tokens[:3]]
_, ax = plt.subplots(figsize=(4.8, 4.6), layout="constrained")
heatmap(seen, rows=names, columns=names, decimals=0, ax=ax)
ax.set(xlabel="keys", ylabel="queries")
plt.show()
