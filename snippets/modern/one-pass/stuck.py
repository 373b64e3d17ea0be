# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch

_, ax = plt.subplots(figsize=(4.2, 3.2), layout="constrained")
for dtype, colour in (
    (torch.float32, "black"),
    (torch.bfloat16, "#b3261e"),
):
    total, sums = torch.zeros((), dtype=dtype), []
    for _ in range(1000):
        total = total + 1
        sums.append(total.item())
    label = str(dtype).removeprefix("torch.")
    ax.plot(range(1, 1001, 15), sums[::15], color=colour, label=label)
ax.set(xlabel="ones added", ylabel="running sum")
ax.spines[["top", "right"]].set_visible(False)
ax.legend(frameon=False)
plt.show()
