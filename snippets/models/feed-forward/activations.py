# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import gelu
from attention.plotting import curves

x = torch.linspace(-4, 4, 161)
curves(
    x,
    {"ReLU": torch.relu(x), "GELU": gelu(x)},
    xlabel="x",
    ylabel="activation",
)
plt.show()
