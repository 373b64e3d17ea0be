# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import LayerNorm, MultiHeadAttention
from attention.plotting import curves

torch.set_num_threads(1)
torch.manual_seed(0)
layers = [MultiHeadAttention(64, 64, 16, 0.0, 4) for _ in range(24)]
start = torch.randn(16, 64)
for layer in layers:
    for parameter in layer.parameters():
        torch.nn.init.normal_(parameter, std=1 / 8)
norm = LayerNorm(64)  # untrained, so one object serves all the layers

spread = {"no norm": [], "pre-norm": [], "post-norm": []}
none = pre = post = start
for layer in layers:
    none = none + layer(none)
    pre = pre + layer(norm(pre))
    post = norm(post + layer(post))
    for name, x in zip(spread, (none, pre, post), strict=True):
        spread[name].append(x.std().detach())

curves(
    torch.arange(1, 25),
    {name: torch.stack(stds) for name, stds in spread.items()},
    xlabel="after layer",
    ylabel="standard deviation",
    logy=True,
)
plt.show()
