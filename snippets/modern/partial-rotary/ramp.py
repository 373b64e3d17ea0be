# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    llama3_frequencies,
    rotary_frequencies,
    yarn_frequencies,
)
from attention.plotting import curves

base, factor, length = 500_000.0, 8.0, 8192
omega = rotary_frequencies(128, base)
rules = {
    "YaRN": yarn_frequencies(omega, base, factor, length),
    "Llama 3.1": llama3_frequencies(omega, factor, original_length=length),
}
curves(
    torch.arange(64),
    {name: omega / slowed for name, slowed in rules.items()},
    xlabel="pair",
    ylabel="times slower",
)
plt.show()
