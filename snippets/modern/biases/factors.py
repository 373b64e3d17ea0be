# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import alibi_slopes
from attention.plotting import curves

distance = torch.arange(0, 65)
slopes = alibi_slopes(8)
lines = {
    f"1/{1 / slopes[h]:.0f}": (-slopes[h] * distance).exp()
    for h in (0, 3, 7)
}
curves(distance, lines, xlabel="positions back", ylabel="factor")
plt.show()
