# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
import torch
from attention import GPT
from attention.examples import agreement_ids, fit
from attention.plotting import curves


def all_to_all(num_queries, num_keys, device):
    return torch.ones(num_queries, num_keys).bool()


def losses(change):
    torch.manual_seed(0)
    rest = agreement_ids[torch.randperm(8192)][1000:]
    model = GPT(26, 10, d_model=32, num_layers=1, num_heads=2).double()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(5)  # larger first weights than GPT-2's
    if change == "no mask":
        model.blocks[0].attention.mask = all_to_all
    if change == "no positions":
        model.positions.pos_emb.weight.requires_grad_(False).zero_()

    batches = rest[torch.randint(len(rest), (100, 64))]
    pairs = ((ids[:, :-1], ids[:, 1:]) for ids in batches)
    steps = torch.tensor(fit(model, pairs, learning_rate=0.02))
    return steps.view(20, 5).mean(dim=1)


torch.set_num_threads(1)
lines = {name: losses(name) for name in ("GPT", "no positions", "no mask")}
lines["2-grams"] = torch.full((20,), (13 + 5) / 10 * math.log(2))
lines["entropy"] = torch.full((20,), 13 / 10 * math.log(2))
_, ax = plt.subplots(figsize=(4.2, 4), layout="constrained")
steps, titles = torch.arange(3, 100, 5), ("step", "loss for each word")
curves(steps, lines, xlabel=titles[0], ylabel=titles[1], ax=ax)
ax.get_legend().remove()
ax.set_ylim(0, 2)
for name, height in (
    ("no mask", 0.06),
    ("GPT, at the entropy", 0.8),
    ("no positions", 1.05),
    ("2-grams", 1.28),
):
    ax.text(98, height, name, ha="right", fontsize=11)
plt.show()
