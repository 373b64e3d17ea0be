# pip install "attention-verified[plot]"
# runs on the CPU: what a backward pass needs depends on the kernel
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import causal_mask, scaled_dot_product_attention


def kept(attend, length):  # bytes that the backward pass will need
    tensors = [torch.randn(1, 12, length, 64) for _ in range(3)]
    sizes = {}

    def keep(tensor):
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda t: t):
        contexts = attend(*[t.requires_grad_() for t in tensors])
    return sum(sizes.values()), contexts


def plain(Q, K, V):
    mask = causal_mask(Q.shape[-2])
    return scaled_dot_product_attention(Q, K, V, mask)


def fused(Q, K, V):
    return F.scaled_dot_product_attention(Q, K, V, is_causal=True)


lengths = (512, 256, 128)
_, axes = plt.subplots(2, figsize=(4.2, 4.2), layout="constrained")
for ax, attend in zip(axes, (plain, fused), strict=True):
    sizes = [kept(attend, length)[0] for length in lengths]
    bars = ax.barh([f"{length} tokens" for length in lengths], sizes)
    plt.setp(bars, color="#888888")
    ax.bar_label(bars, fmt="{:,.0f}", padding=4, fontsize=11)
    ax.set(xticks=[], xlim=(0, 43e6))  # the same scale for both
    ax.set_title(
        {plain: "our function: bytes", fused: "SDPA: bytes"}[attend],
        fontsize=11,
        loc="left",
    )
    ax.spines[:].set_visible(False)
    ax.tick_params(left=False, labelsize=11)
plt.show()
