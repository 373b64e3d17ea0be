# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

powers = 2.0 ** torch.arange(-12, 16)[:, None]
floats = (powers * torch.linspace(1, 2, 17)[:-1]).flatten()  # and midpoints
numbers = {
    "int8": (torch.arange(4, 1017) / 8, torch.int8, 127, "key"),
    "e5m2": (floats, torch.float8_e5m2, 57344, "value"),
    "e4m3": (floats, torch.float8_e4m3fn, 448, "query"),
}
_, ax = plt.subplots(figsize=(4.4, 3.0), layout="constrained")
for name, (x, dtype, largest, colour) in numbers.items():
    x = x[x <= largest]
    rounded = (x.round() if dtype == torch.int8 else x).to(dtype).float()
    error = (rounded - x).abs() / x
    ax.plot(x / largest, error, color=COLOURS[colour], lw=0.8, label=name)
for bound in (1 / 17, 1 / 9):
    ax.axhline(bound, color="#888888", lw=0.8, ls=":")
ax.set_yticks((0, 1 / 17, 1 / 9, 0.2), ("0", "1/17", "1/9", "0.2"))
ax.set(xscale="log", ylim=(0, 0.3), xlim=(2**-20, 1))
ax.set_xticks((1e-6, 1e-4, 1e-2, 1))
ax.set_xlabel("size, as a share of the largest", fontsize=11)
ax.set_ylabel("relative error", fontsize=11)
ax.tick_params(labelsize=10.7)
ax.legend(fontsize=10.7, frameon=False, loc="upper right")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
