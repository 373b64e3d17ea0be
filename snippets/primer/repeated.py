# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch

x = torch.arange(1, 7).reshape(2, 3)
row, column = torch.tensor([10, 20, 30]), torch.tensor([[100], [200]])

centred = {"size": 11, "ha": "center", "va": "center"}
_, axes = plt.subplots(2, 1, figsize=(4.2, 2.9), layout="constrained")
for ax, other in zip(axes, (row, column), strict=True):
    for left, part, sign in zip(
        (0, 4, 8), (x, other.expand(2, 3), x + other), "+= ", strict=True
    ):
        for i, j in [(i, j) for i in range(2) for j in range(3)]:
            repeated = left == 4 and (j > 0 if other is column else i > 0)
            style = {"ls": ":" if repeated else "-", "ec": "#888888"}
            cell = plt.Rectangle((left + j, i), 1, 1, fill=False, **style)
            ax.add_patch(cell)
            number = part[i, j].item()
            ax.text(left + j + 0.5, i + 0.5, number, **centred)
        ax.text(left + 3.5, 1, sign, **centred)
    shape = f"(2, 3) + {tuple(other.shape)}"
    ax.set(xlim=(-0.1, 11.1), ylim=(2.1, -0.1), title=shape)
    ax.set_axis_off()
plt.show()
