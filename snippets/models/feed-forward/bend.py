# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

total = torch.linspace(0, 2, 81)  # of the two features
first, second = torch.relu(total), torch.relu(total - 1)
lines = {
    "hidden 0": first,
    "hidden 1": second,
    "output": first - 2 * second,
}
ax = curves(total, lines, xlabel="sum of the features", ylabel="value")
ax.set_xticks([0, 1, 2])
plt.show()
