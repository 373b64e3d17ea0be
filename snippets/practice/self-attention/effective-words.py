import torch
from attention.examples import inputs
from attention.plotting import curves
from matplotlib import pyplot as plt

scores = inputs @ inputs[1]
temperatures = torch.logspace(-2, 1, 100)
cooled = torch.distributions.Categorical(
    logits=scores / temperatures[:, None]
)
ax = curves(
    temperatures,
    {"effective number": cooled.perplexity()},
    xlabel="temperature",
    ylabel="words",
    logx=True,
)
ax.axhline(3, color="#808080", linewidth=0.8, zorder=0)
plt.show()
