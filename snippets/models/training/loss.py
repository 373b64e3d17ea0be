# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import Transformer
from attention.examples import fit
from attention.plotting import curves


def batch(size, generator):
    digits = torch.randint(10, (size, 8), generator=generator)
    start, end = torch.full((size, 1), 10), torch.full((size, 1), 11)
    reversed_ = torch.cat([start, digits.flip(1), end], dim=1)
    return digits, reversed_[:, :-1], reversed_[:, 1:]


torch.set_num_threads(1)
torch.manual_seed(0)
model = Transformer(10, 12, 9, 64, 1, 1).double()
generator = torch.Generator().manual_seed(0)
losses = fit(model, (batch(16, generator) for _ in range(100)), 0.003)
curves(
    torch.arange(1, 101),
    {"loss": torch.tensor(losses)},
    xlabel="step",
    ylabel="loss",
    logy=True,
)
plt.show()
