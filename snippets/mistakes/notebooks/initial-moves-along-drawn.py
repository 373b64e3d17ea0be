# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV2
from attention.examples import inputs
from attention.plotting import curves

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
initial = layer.state_dict()["W_value.weight"]
copied = initial.clone()

optimizer = torch.optim.SGD(layer.parameters(), lr=0.2)
kept = []
for _ in range(21):
    kept.append([initial[0, 0].item(), copied[0, 0].item()])
    optimizer.zero_grad()
    (layer(inputs) - 1).square().mean().backward()
    optimizer.step()

lines = dict(
    zip(("state_dict", "a copy"), torch.tensor(kept).T, strict=True)
)
titles = {"xlabel": "steps of training", "ylabel": "what initial holds"}
curves(torch.arange(21), lines, **titles)
plt.show()
