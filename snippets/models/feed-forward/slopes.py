# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves
from torch.nn.functional import gelu

x = torch.linspace(-4, 4, 162, requires_grad=True)  # without 0
slopes = {
    "ReLU": torch.autograd.grad(torch.relu(x).sum(), x)[0],
    "GELU": torch.autograd.grad(gelu(x).sum(), x)[0],
}
curves(x.detach(), slopes, xlabel="x", ylabel="slope")
plt.show()
