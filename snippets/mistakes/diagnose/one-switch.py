# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch


def attend(x, scale=1.0, dim=-1, diagonal=1, order=(0, 2, 1, 3)):
    queries, keys, values = (
        t.unflatten(-1, (4, 6)).transpose(1, 2)
        for t in (x @ W).chunk(3, dim=-1)
    )
    later = torch.ones(7, 7).triu(diagonal).bool()
    scores = (queries @ keys.mT * scale / 6**0.5).masked_fill(
        later, -torch.inf
    )
    return (scores.softmax(dim) @ values).permute(order).reshape(x.shape)


torch.manual_seed(123)
x = torch.randn(2, 7, 24, dtype=torch.float64)
W = torch.randn(24, 72, dtype=torch.float64) / 24**0.5

mine = attend(x, order=(0, 1, 2, 3))  # what somebody's layer gives
switches = {
    "no mistake": {},
    "no scale": {"scale": 6**0.5},
    "divided by √d_model": {"scale": (6 / 24) ** 0.5},
    "softmax over queries": {"dim": -2},
    "next token visible": {"diagonal": 2},
    "no mask": {"diagonal": 7},
    "merged without transpose": {"order": (0, 1, 2, 3)},
}
apart = {
    name: (mine - attend(x, **switch)).abs().mean().item()
    for name, switch in switches.items()
}

_, ax = plt.subplots(figsize=(5.6, 2.8), layout="constrained")
ax.barh(list(apart), list(apart.values()), color="#BBBBBB")
for row, distance in enumerate(apart.values()):
    ax.text(distance + 0.01, row, f"{distance:.2f}", va="center")
ax.set(xlim=(0, 0.8), xlabel="mean difference from the layer's numbers")
ax.invert_yaxis()
plt.show()
