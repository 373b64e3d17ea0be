# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, elu_plus_one, masked_attention_weights
from attention.plotting import curves

torch.manual_seed(0)
queries, keys = torch.randn(2, 256, 8, dtype=torch.float64)
scores = (elu_plus_one(queries) @ elu_plus_one(keys).mT).tril()
linear = scores / scores.sum(dim=-1, keepdim=True)
scaled = queries @ keys.mT / 8**0.5
softmax = masked_attention_weights(scaled, causal_mask(256))

sizes = {}
for name, weights in {"softmax": softmax, "elu + 1": linear}.items():
    values = torch.linalg.svdvals(weights[128:, :128])[:24]
    some = values > 1e-12 * values[0]  # the rest is rounding error
    sizes[name] = torch.where(some, values / values[0], torch.nan)
which, title = torch.arange(1, 25), "size, relative to the largest"
curves(which, sizes, xlabel="singular value", ylabel=title, logy=True)
plt.show()
