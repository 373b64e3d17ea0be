# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

generator = torch.Generator().manual_seed(123)
a, b = torch.rand(2, 4096, generator=generator)
products = a.to(torch.float8_e4m3fn).float()
products = products * b.to(torch.float8_e4m3fn).float()


def running(dtype, promoted=4096):
    total, part, sums = 0.0, torch.zeros(()), []
    for n, product in enumerate(products):
        part = (part + product).to(dtype).float()
        sums.append(total + float(part))
        if (n + 1) % promoted == 0:  # what is summed so far goes to float32
            total, part = sums[-1], torch.zeros(())
    return sums


_, ax = plt.subplots(figsize=(4.4, 3.0), layout="constrained")
for name, sums, colour, line in (
    ("float32", running(torch.float32), "query", "-"),
    (
        "bfloat16, 128 at a time",
        running(torch.bfloat16, 128),
        "context",
        "--",
    ),
    ("bfloat16", running(torch.bfloat16), "key", "-"),
    ("e4m3", running(torch.float8_e4m3fn), "weight", "-"),
):
    style = {"color": COLOURS[colour], "label": name}
    ax.plot(range(15, 4096, 16), sums[15::16], line, **style)
ax.set_xlabel("products added", fontsize=11)
ax.set_ylabel("sum", fontsize=11)
ax.set(xlim=(0, 4096), ylim=(0, None))
ax.tick_params(labelsize=10.7)
ax.legend(fontsize=10.7, frameon=False)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
