import matplotlib.pyplot as plt
import torch

matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])

plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 3), layout="constrained")
down, right = matrix.sum(dim=0), matrix.sum(dim=1)
cells = [(x, y, matrix[y, x], 0.35) for x in range(3) for y in range(2)]
cells += [(x, 3.4, down[x], 0) for x in range(3)]
cells += [(4.8, y, right[y], 0) for y in range(2)]
for x, y, number, alpha in cells:
    box = plt.Rectangle((x, y), 0.94, 0.94, fc="#888888", alpha=alpha)
    axes.add_patch(box)
    frame = plt.Rectangle((x, y), 0.94, 0.94, fill=False)
    axes.add_patch(frame)
    middle = (x + 0.47, y + 0.5)
    axes.text(*middle, number.item(), ha="center", va="center")
style = {"arrowstyle": "->", "color": "#888888", "linewidth": 2}
axes.annotate("", (1.47, 3.3), (1.47, 2.1), arrowprops=style)
axes.text(1.7, 2.7, "dim=0", va="center")
axes.annotate("", (4.7, 0.97), (3.1, 0.97), arrowprops=style)
axes.text(3.9, 0.7, "dim=1", ha="center", va="bottom")
axes.set(xlim=(-0.1, 5.9), ylim=(4.5, -0.1), aspect="equal")
axes.set_axis_off()
plt.show()
