# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import draw_pairs, load_trained
from attention.plotting import curves

numbers = torch.tensor([2, 4, 8, 12, 16, 20, 24, 32])
lines = {}
for rule, model in load_trained("pairs").items():
    shares = []
    for n in numbers.tolist():
        generator = torch.Generator().manual_seed(1)
        ids, answers = draw_pairs(100, n, generator=generator)
        with torch.no_grad():
            says = model(ids)[:, -n:].argmax(dim=-1)
        right = (says == answers).double().mean().item()
        shares.append(round(50 * right) / 50)  # other machines agree
    lines[{"elu": "elu + 1"}.get(rule, rule)] = torch.tensor(shares)
ax = curves(
    numbers,
    lines,
    colours=["value", None, "key", "context"],
    xlabel="pairs, each written once",
    ylabel="right",
)
ax.axvline(16, color="#888888", linewidth=1)
ax.text(15.6, 0.52, "trained on", fontsize=11, ha="right")
ax.set(ylim=(0.5, 1.02), xticks=(4, 8, 16, 24, 32))
plt.show()
