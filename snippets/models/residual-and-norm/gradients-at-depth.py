# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import MultiHeadAttention
from attention.plotting import curves

torch.set_num_threads(1)
torch.manual_seed(0)
layers = [MultiHeadAttention(64, 64, 16, 0.0, 4) for _ in range(24)]
start, direction = torch.randn(2, 16, 64)


def gradients(add_input):
    tokens = [start.clone().requires_grad_()]
    for layer in layers:
        update = layer(tokens[-1])
        tokens.append(tokens[-1] + update if add_input else update)
    loss = (tokens[-1] * direction).sum()
    return torch.stack(
        [g.norm() for g in torch.autograd.grad(loss, tokens)]
    )


curves(
    torch.arange(25),
    {"input added": gradients(True), "not added": gradients(False)},
    xlabel="after layer",
    ylabel="length of the gradient",
    logy=True,
)
plt.show()
