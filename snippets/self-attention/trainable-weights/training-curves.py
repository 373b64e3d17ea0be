# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens
from attention.plotting import curves

torch.manual_seed(123)
W_query, W_key = (torch.rand(3, 2, requires_grad=True) for _ in range(2))
rows = []
for _ in range(31):
    scores = (inputs @ W_query) @ (inputs @ W_key).T / 2**0.5
    rows.append(torch.softmax(scores, dim=-1)[1])  # journey's
    slopes = torch.autograd.grad(-rows[-1][5].log(), (W_query, W_key))
    with torch.no_grad():
        W_query -= 0.5 * slopes[0]
        W_key -= 0.5 * slopes[1]

lines = dict(zip(tokens, torch.stack(rows, dim=1), strict=True))
curves(torch.arange(31), lines, xlabel="updates", ylabel="weight")
plt.show()
