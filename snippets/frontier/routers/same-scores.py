# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import DeepSeekRouter, Router, SigmoidRouter
from attention.plotting import COLOURS

scores = torch.tensor([[1.2, 0.3, 2.0, -0.5, 1.6, 0.9, 1.8, -1.0]])
biased = DeepSeekRouter(8, 8, 3)
grouped = DeepSeekRouter(8, 8, 3, num_groups=4, top_groups=2, scale=2.5)
for router in (biased, grouped):
    router.bias.data = torch.tensor([0, 0, -0.2, 0, 0, 0.2, 0, 0])
rules = {
    "top 3, then softmax: gpt-oss": Router(8, 8, 3),
    "top 3, then sigmoid: Llama 4": SigmoidRouter(8, 8, 3),
    "sigmoid, and a bias that chooses: MiniMax-M2": biased,
    "and groups, and a scale: DeepSeek-V3": grouped,
}
rows = {"scores of one token": dict(enumerate(scores[0].tolist()))}
kept, chosen = torch.softmax(scores, dim=-1)[0].topk(3)
for name, weights in (
    ("softmax, then top 3: OLMoE", kept),
    ("and divided by their sum: Mixtral, Qwen3", kept / kept.sum()),
):
    rows[name] = dict(zip(chosen.tolist(), weights.tolist(), strict=True))
for name, router in rules.items():
    router.W_router.weight.data = torch.eye(8)
    chosen, weights = (t[0].tolist() for t in router(scores))
    rows[name] = dict(zip(chosen, weights, strict=True))

_, ax = plt.subplots(figsize=(4.2, 5.2), layout="constrained")
for row, (name, numbers) in enumerate(rows.items()):
    down = 1.25 * row
    ax.text(0, 0.72 - down, name, fontsize=10.5)
    for e in range(8):
        fill = "#88888820"
        if e in numbers:
            strength = min(1, abs(numbers[e]) / (2 if row == 0 else 1))
            fill = COLOURS["score" if row == 0 else "weight"]
            fill += f"{round(40 + 150 * strength):02x}"
        ax.add_patch(plt.Rectangle((e, -down), 0.92, 0.6, fc=fill, lw=0))
        text = f"{numbers[e]:.2f}" if e in numbers else ""
        middle = {"ha": "center", "va": "center", "fontsize": 10.5}
        ax.text(e + 0.46, 0.3 - down, text, **middle)
    total = f"{sum(numbers.values()):.2f}" if row else "sum"
    ax.text(8.2, 0.3 - down, total, va="center", fontsize=10.5)
ax.set(xlim=(-0.1, 9.2), ylim=(-7.6, 1.1))
ax.axis("off")
plt.show()
