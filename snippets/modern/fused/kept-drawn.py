# pip install "attention-verified[plot]"
# runs on the CPU: what a backward pass needs depends on the kernel
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import causal_mask, scaled_dot_product_attention
from attention.plotting import COLOURS


def plain(Q, K, V):
    return scaled_dot_product_attention(Q, K, V, causal_mask(Q.shape[-2]))


def fused(Q, K, V):
    return F.scaled_dot_product_attention(Q, K, V, is_causal=True)


names = {  # in the order in which PyTorch saves them
    plain: ["key", "query", "", "weight", "value"],
    fused: ["query", "key", "value", "", "context"],
}
T = 512
x = torch.randn(1, 1, T, 64)
_, axes = plt.subplots(2, figsize=(4.2, 3.7), layout="constrained")
for ax, (attend, title) in zip(
    axes, ((plain, "our function"), (fused, "SDPA")), strict=True
):
    kept = {}  # storages, each once

    def keep(t, kept=kept):
        kept[t.untyped_storage().data_ptr()] = t.untyped_storage().nbytes()
        return t

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda t: t):
        out = attend(*[x.clone().requires_grad_() for _ in range(3)])
    left = 0.0
    for name, size in zip(names[attend], kept.values(), strict=True):
        width = size / (4 * T)  # numbers of four bytes for each token
        colour = COLOURS.get(name, "#888888")
        ax.bar(left, T, width, align="edge", fc=colour, alpha=0.35)
        ax.bar(left, T, width, align="edge", fill=False, ec=colour)
        if name == "weight":
            label = "weights"
        else:
            label = name or ("mask" if width > 9 else "")
        ax.text(
            left + width / 2,
            T / 2,
            label,
            ha="center",
            va="center",
            fontsize=11,
            rotation=0 if width > T / 2 else 90,
        )
        left += width + 14
    ax.set(xlim=(-8, 1500), ylim=(-4, T + 4), aspect="equal")
    ax.set_title(title, loc="left", fontsize=11)
    ax.axis("off")
plt.show()
