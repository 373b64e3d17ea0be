# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import elu_plus_one
from attention.plotting import curves

torch.manual_seed(0)
keys, sizes = torch.randn(4096, 64), 4 ** torch.arange(1, 7)
query = keys[0]  # so the first key matches
exponentials = torch.exp(keys @ query / 8)
features = elu_plus_one(keys) @ elu_plus_one(query)
ys = {
    "softmax": [exponentials[0] / exponentials[:n].sum() for n in sizes],
    "elu + 1": [features[0] / features[:n].sum() for n in sizes],
    "equal weights": [1 / n for n in sizes],
}
ys = {name: torch.stack(y) for name, y in ys.items()}
curves(sizes, ys, xlabel="keys", ylabel="weight", logx=True, logy=True)
plt.show()
