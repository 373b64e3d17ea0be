# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import LayerNorm, MultiHeadAttention, record_weights
from attention.plotting import heatmap

torch.manual_seed(0)
layer = MultiHeadAttention(64, 64, 16, 0.0, 4)
norm = LayerNorm(64)
x = torch.randn(16, 64)

texts = {
    "x": x,
    "30 x": 30 * x,
    "norm(x)": norm(x),
    "norm(30 x)": norm(30 * x),
}
rows = []
for tokens in texts.values():
    with record_weights(layer) as weights:
        layer(tokens)
    rows.append(weights["attend"][0, -1])
numbers = [str(i) if i % 5 == 0 else "" for i in range(16)]
style = {"rows": list(texts), "columns": numbers, "decimals": None}
heatmap(torch.stack(rows), **style).set_aspect(1.6)
plt.show()
