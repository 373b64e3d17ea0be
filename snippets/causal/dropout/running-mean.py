# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

weight, p = 0.5517, 0.5  # what journey gives to your
torch.manual_seed(123)
kept = torch.rand(1000) >= p  # one draw at each training step
steps = torch.arange(1, 1001)
mean = (kept * weight).cumsum(dim=0) / steps

lines = {
    "divided by 1 − p": mean / (1 - p),
    "not divided": mean,
    "the weight": torch.full((1000,), weight),
}
colours = ["weight", None, None]
curves(
    steps,
    lines,
    xlabel="training steps",
    ylabel="mean so far",
    colours=colours,
    logx=True,
)
plt.show()
