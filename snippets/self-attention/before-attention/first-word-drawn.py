# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import RecurrentEncoder
from attention.examples import inputs, tokens

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)

other = inputs.clone()
other[0] = inputs[4]  # "one journey starts …" instead of "your journey …"
distances = (encoder(inputs) - encoder(other)).detach().norm(dim=-1)

plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
bars = axes.bar(tokens, distances.tolist(), color="#888888")
axes.bar_label(bars, fmt="%.4f", padding=2)
axes.set(ylabel="distance", ymargin=0.15)
axes.spines[["top", "right"]].set_visible(False)
plt.show()
