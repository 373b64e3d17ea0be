# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import delta_rule
from attention.plotting import heatmap

people, places = torch.eye(3), torch.eye(3)
given = people, people, places, torch.ones(3)  # three pairs are written
_, state = delta_rule(*given)
decays = {
    "no gate": torch.tensor([1.0, 1.0, 1.0]),
    "a gate for the token": torch.tensor([0.5, 0.5, 0.5]),
    "a gate for each channel": torch.tensor([0.1, 1.0, 0.5]),
}
labels = ["garden", "kitchen", "office"]
_, axes = plt.subplots(3, 1, figsize=(3.2, 6.0), layout="constrained")
for ax, (name, decay) in zip(axes, decays.items(), strict=True):
    write = people[2:], people[2:], places[:1], torch.ones(1)
    _, after = delta_rule(*write, decay.log()[None], state)  # cleo moves
    heatmap(
        people @ after,
        rows=["ada", "ben", "cleo"],
        columns=labels,
        colour="context",
        ax=ax,
    )
    ax.set_title(name, fontsize=11)
    labels = ["", "", ""]  # the same as above
plt.show()
