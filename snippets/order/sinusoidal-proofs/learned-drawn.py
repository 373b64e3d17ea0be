# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import sinusoidal_positions
from attention.plotting import curves

everything = sinusoidal_positions(torch.arange(400).double(), d_model=64)
truncated = {"rcond": 1e-6, "driver": "gelsd"}

lines = {}
for features in (64, 20):  # all hands, then the ten fastest
    table = everything[:, :features]
    fitted = torch.linalg.lstsq(
        table[3:128], table[:125], **truncated
    ).solution
    errors = table[3:] @ fitted - table[:-3]
    lines[f"{features} features"] = errors.abs().amax(dim=-1)
axes = curves(
    torch.arange(3, 400), lines, xlabel="position", ylabel="largest error"
)
axes.axvline(127, color="#888888", linestyle=":")
plt.show()
