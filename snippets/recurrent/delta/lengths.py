# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import delta_rule
from attention.plotting import COLOURS

one = torch.ones(1)
_, ax = plt.subplots(figsize=(4.2, 3.0), layout="constrained")
for squared in (0.5, 1.9, 2.0, 2.2):
    key = torch.tensor([[squared**0.5]])  # beta is 1
    errors, state = [1.0], torch.zeros(1, 1)
    for _ in range(8):
        _, state = delta_rule(key, key, one[None], one, state=state)
        errors.append((1 - key @ state).abs().item())
    style = {"alpha": squared / 2.2, "marker": "o", "markersize": 4}
    ax.plot(errors, color=COLOURS["key"], **style)
    ax.text(8.2, errors[-1], f"{squared}", va="center", fontsize=11)
ax.text(8.2, 4.8, r"$\beta\,\Vert k \Vert^2$", va="center", fontsize=11)
ax.set(
    xlim=(0, 9.4), xlabel="writes of one pair", ylabel="size of the error"
)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
