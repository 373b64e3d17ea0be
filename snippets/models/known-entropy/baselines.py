# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
import torch
from attention.examples import agreement_ids
from attention.plotting import COLOURS

entropy = math.log(8192) / 10
before = agreement_ids[:, :-1].flatten()
after = agreement_ids[:, 1:].flatten()

pairs = torch.zeros(26, 26)
pairs.index_put_((before, after), torch.ones(()), accumulate=True)
probabilities = pairs / pairs.sum(dim=1, keepdim=True)
two_grams = -probabilities[before, after].log().mean()

print(f"all words alike: {math.log(26) - entropy:.4f}")
print(f"2-grams:         {two_grams - entropy:.4f}")
print(f"five bits more:  {5 * math.log(2) / 10:.4f}")

excess = {
    "all words alike": math.log(26) - entropy,
    "2-grams": two_grams.item() - entropy,
    "the source": 0.0,
}
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
for row, more in enumerate(excess.values()):
    ax.barh(row, entropy, 0.6, color="none", ec="#888888")
    ax.barh(row, more, 0.6, entropy, color=COLOURS["score"] + "90")
    style = {"va": "center", "fontsize": 11}
    if more:
        ax.text(entropy + more + 0.05, row, f"+{more:.4f}", **style)
    ax.text(0.05, row, f"{entropy:.4f}", **style)
ax.set_yticks(range(3), excess, fontsize=11)
ax.set(xlim=(0, 4))
ax.set_xlabel("loss per word: the entropy, and the excess", fontsize=11)
ax.tick_params(labelsize=11, length=3)
ax.tick_params(axis="y", length=0)
ax.invert_yaxis()
ax.set_frame_on(False)
plt.show()
