# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import Router
from attention.examples import inputs
from attention.plotting import COLOURS

words = ["Your", "journey", "starts", "with", "one", "step"]
x = inputs - inputs.mean(dim=0)  # so that the tokens differ more
torch.manual_seed(8)
W_router = 6 * Router(3, 4, 1).W_router.weight.detach()
for word, scores in zip(words, x @ W_router.T, strict=True):
    print(f"{word:8}", *(f"{score:7.4f}" for score in scores))

_, axes = plt.subplots(3, 1, figsize=(4.2, 5.4), layout="constrained")
for ax, top_k in zip(axes, (1, 2, 4), strict=True):
    router = Router(3, 4, top_k)
    router.W_router.weight.data = W_router
    chosen, weights = router(x)
    for token, word in enumerate(words):
        ax.text(token, 1, word, ha="center", va="center", fontsize=10.5)
        for expert, weight in zip(
            chosen[token].tolist(), weights[token].tolist(), strict=True
        ):
            ends = [token, 0.4 + 1.4 * expert], [0.85, 0.14]
            ax.plot(*ends, color=COLOURS["weight"], lw=3, alpha=weight)
    for expert in range(4):
        box = {
            "boxstyle": "round,pad=0.3",
            "ec": COLOURS["context"],
            "fc": COLOURS["context"] + "40",
        }
        place = (0.4 + 1.4 * expert, 0)
        ax.text(
            *place, f"expert {expert}", ha="center", fontsize=10.5, bbox=box
        )
    ax.set_title(f"k = {top_k}", fontsize=11, loc="left")
    ax.set(xlim=(-0.5, 5.5), ylim=(-0.12, 1.1))
    ax.axis("off")
plt.show()
