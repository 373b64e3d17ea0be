# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

exponents = torch.arange(0, 512, 2).double() / 512
lines = {
    "wavelength": 2 * torch.pi * 10000**exponents,
    "1024 positions": torch.full((256,), 1024.0),
}
curves(
    torch.arange(256), lines, xlabel="pair", ylabel="positions", logy=True
)
plt.show()
