# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import rotate

x = torch.tensor([[1.0, 1, 1, 1, 0, 0, 0, 0]])  # four pairs (1, 0)
positions = (1, 10, 100)
plt.rc("font", size=11)
_, grid = plt.subplots(3, 4, figsize=(4.2, 3.7), layout="constrained")
for row, position in zip(grid, positions, strict=True):
    turned = rotate(x, torch.tensor([position]))[0].view(2, 4)
    for pair, ax in enumerate(row):
        ax.add_patch(plt.Circle((0, 0), 1, fill=False, ec="#888888"))
        ax.plot([0, 1], [0, 0], color="#999999", linewidth=1)
        x_tip, y_tip = turned[:, pair].tolist()
        ax.plot([0, x_tip], [0, y_tip], color="black", linewidth=2.5)
        ax.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), aspect="equal")
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
        if position == 1:
            ax.set_title(f"pair {pair}", size=11)
    row[0].set_ylabel(f"position {position}")
plt.show()
