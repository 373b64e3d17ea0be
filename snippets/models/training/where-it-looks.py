# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import Transformer, record_weights
from attention.examples import fit
from attention.plotting import heatmap


def batch(size, generator):
    digits = torch.randint(10, (size, 8), generator=generator)
    start, end = torch.full((size, 1), 10), torch.full((size, 1), 11)
    reversed_ = torch.cat([start, digits.flip(1), end], dim=1)
    return digits, reversed_[:, :-1], reversed_[:, 1:]


torch.set_num_threads(1)
torch.manual_seed(0)
model = Transformer(10, 12, 9, 64, 1, 1).double()
generator = torch.Generator().manual_seed(0)
fit(model, (batch(16, generator) for _ in range(100)), 0.003)

source, written, targets = batch(1, generator)
with record_weights(model) as weights:
    model(source, written)
crossing = weights["decoder.0.cross_attention.attend"][0, 0]
names = ["start", *map(str, written[0, 1:].tolist())]
digits = [str(digit) for digit in source[0].tolist()]
axes = heatmap(crossing, rows=names, columns=digits)
axes.set(xlabel="keys: source", ylabel="queries: written")
plt.show()
