# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import llama3_frequencies, rotary_frequencies
from attention.plotting import curves

omega = rotary_frequencies(128, base=500_000.0)
base = 500_000.0 * 8 ** (128 / (128 - 2))
curves(
    torch.arange(64),
    {
        "interpolation": torch.full((64,), 8.0),
        "NTK-aware": omega / rotary_frequencies(128, base),
        "Llama 3.1": omega / llama3_frequencies(omega),
    },
    xlabel="pair",
    ylabel="times slower",
)
plt.show()
