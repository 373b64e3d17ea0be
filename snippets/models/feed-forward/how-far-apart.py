# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import gelu, gelu_tanh
from attention.plotting import curves

x = torch.linspace(-6, 6, 241, dtype=torch.float64)
gap = gelu(x) - gelu_tanh(x)
curves(x, {"exact − tanh": gap}, xlabel="x", ylabel="difference")
plt.show()
