# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import dequantise, quantise
from attention.plotting import COLOURS

generator = torch.Generator().manual_seed(123)
x = torch.randn(512, 512, generator=generator)
x[200, 300] = 0.0
rest = x.norm()
sizes = torch.logspace(0.5, 4.5, 17).tolist()


def errors(dtype, block):
    found = []
    for size in sizes:
        spoilt = x.clone()
        spoilt[200, 300] = size
        back = dequantise(*quantise(spoilt, block, dtype), block)
        back[200, 300] = 0.0
        found.append(100 * float((back - x).norm() / rest))
    return found


_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
blocks = {"tensor": ((512, 512), "-"), "128 × 128": ((128, 128), "--")}
blocks["1 × 128"] = ((1, 128), ":")
for name, dtype, colour in (
    ("int8", torch.int8, "key"),
    ("e4m3", torch.float8_e4m3fn, "query"),
):
    for by, (block, line) in blocks.items():
        ax.plot(
            sizes,
            errors(dtype, block),
            line,
            color=COLOURS[colour],
            label=f"{name}, {by}",
        )
ax.set(xscale="log", yscale="log", xlim=(3, 32000), ylim=(0.5, 130))
ax.set_yticks((1, 10, 100), ("1 %", "10 %", "100 %"))
ax.set_xlabel("outlier, in standard deviations", fontsize=11)
ax.set_ylabel("error of all other numbers", fontsize=11)
ax.tick_params(labelsize=10.2)
ax.legend(
    fontsize=10.2,
    frameon=False,
    loc="lower center",
    bbox_to_anchor=(0.45, 1),
    ncols=2,
)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
