# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

torch.manual_seed(123)
keys = torch.randn(4096, 64)
own = torch.arange(4096)
sizes = torch.tensor([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
found = []
for size in sizes.tolist():
    means = keys.unflatten(0, (-1, size)).mean(dim=1)
    best = (keys @ means.T).topk(8, dim=-1).indices
    found.append((best == (own // size)[:, None]).any(dim=1).float().mean())
ax = curves(
    sizes,
    {
        "needles found (%)": 100 * torch.stack(found),
        "keys kept (%)": 800 * sizes / 4096,
    },
    xlabel="keys in a block",
    ylabel="per cent",
    colours=["key", None],
    logx=True,
)
for size, share in zip(sizes.tolist(), found, strict=True):
    if size in (4, 16, 64):
        high = 100 * share + (3 if size < 64 else -11)
        ax.text(size, high, f"{share:.0%}", fontsize=11)
ax.minorticks_off()
ax.set_xticks([1, 4, 16, 64, 512], ["1", "4", "16", "64", "512"])
ax.set_ylim(0, 105)
plt.show()
