# pip install "attention-verified[plot]"
from functools import partial

import matplotlib.pyplot as plt
import torch
from attention import core_attention, record_weights
from attention.examples import load_trained, said_twice
from attention.plotting import COLOURS

ids = said_twice(1000, 10, torch.Generator().manual_seed(0))
sinks = torch.tensor([5.0, -torch.inf])  # none for head 1

attend = partial(core_attention, sinks=sinks)
model = load_trained("induction")
model.layers[1].attend = attend
with torch.no_grad(), record_weights(model) as weights:
    model(ids)
kept = weights["layers.1.attend"][:, 0].sum(dim=-1).mean(dim=0)

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
ax.bar(range(20), kept, color=COLOURS["weight"], label="words")
ax.bar(range(20), 1 - kept, bottom=kept, color="#888888", label="sink")
ax.axvline(9.5, color="black", linestyle="--")
ax.set_xticks([4.5, 14.5], ["first copy", "second copy"])
ax.set_ylabel("attention")
ax.spines[["top", "right"]].set_visible(False)
ax.legend(
    frameon=False, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1)
)
plt.show()
