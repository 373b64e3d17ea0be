import matplotlib.pyplot as plt
import torch
from attention import RecurrentEncoder
from attention.plotting import curves

left = torch.empty(10, 24, dtype=torch.float64)
for seed in range(10):
    torch.manual_seed(seed)
    encoder = RecurrentEncoder(d_in=32, d_state=32).double()
    words = torch.randn(2, 24, 32, dtype=torch.float64)
    words[1, 1:] = words[0, 1:]  # only the first word differs
    distances = encoder(words).detach().diff(dim=0)[0].norm(dim=-1)
    left[seed] = distances / distances[0]

n = torch.arange(1, 25)  # words read
lines = {
    "average of all words": 1 / n.double(),
    "state, most of ten seeds": left.amax(dim=0),
    "state, least of ten seeds": left.amin(dim=0),
}
labels = {"xlabel": "words read", "ylabel": "left of the first word"}
curves(n, lines, colours=["context", None, None], logy=True, **labels)
plt.show()
