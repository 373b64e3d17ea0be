# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch

tokens = torch.arange(4)[:, None].expand(4, 6)  # each number's token
labels = tokens.unflatten(-1, (2, 3)).transpose(0, 1)  # two heads of three

_, axes = plt.subplots(1, 2, figsize=(6.4, 2.9), layout="constrained")
merged = {
    "transpose(0, 1), reshape": labels.transpose(0, 1).reshape(4, 6),
    "reshape alone": labels.reshape(4, 6),
}
for ax, (said, where) in zip(axes, merged.items(), strict=True):
    ax.imshow(where, cmap="Blues", vmin=-1, vmax=5)
    for row, column in torch.cartesian_prod(*map(torch.arange, (4, 6))):
        token = where[row, column].item()
        ax.text(column, row, token, ha="center", va="center")
    ax.set(title=said, xlabel="feature", ylabel="row", yticks=range(4))
plt.show()
