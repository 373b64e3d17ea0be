# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

distance = torch.arange(0, 401)
decays = [1 - 2 ** -(5 + head) for head in (0, 1, 2, 3)]
left = {f"{decay:.3f}": decay**distance for decay in decays}
curves(distance, left, xlabel="tokens ago", ylabel="what is left")
plt.show()
