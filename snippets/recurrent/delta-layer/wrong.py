# pip install "attention-verified[plot]"
from functools import partial
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention import (
    GatedDeltaNet,
    delta_rule,
    merge_heads,
    short_convolution,
    split_heads,
)
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import COLOURS


def by_hand(layer, x, without):
    heads, groups = layer.num_heads, layer.num_key_heads

    def mixed(matrix, conv, num_heads):
        y = matrix(x)
        if without != "convolution":
            y = short_convolution(y, conv.weight)[0]
        y = y if without == "SiLU" else F.silu(y)
        return split_heads(y, num_heads)

    def shared(vectors, unit):
        if unit:
            length = (vectors.square().sum(-1, keepdim=True) + 1e-6).sqrt()
            vectors = vectors / length
        return vectors.repeat_interleave(heads // groups, dim=-3)

    q = shared(mixed(layer.W_query, layer.conv_query, groups), True)
    k = mixed(layer.W_key, layer.conv_key, groups)
    k = shared(k, without != "keys of length one")
    v = mixed(layer.W_value, layer.conv_value, heads)
    beta = torch.sigmoid(layer.W_beta(x)).mT
    log_a = -layer.log_rate.exp()[:, None] * F.softplus(layer.W_decay(x)).mT
    beta = torch.ones_like(beta) if without == "strength" else beta
    log_a = 0 * log_a if without == "decay" else log_a
    z, _ = delta_rule(q / layer.key_dim**0.5, k, v, beta, log_a)
    z = z if without == "norm" else layer.norm(z)
    gate = F.silu(split_heads(layer.W_gate(x), heads))
    return layer.out_proj(merge_heads(z if without == "gate" else z * gate))


stored = drawn_checkpoint("qwen3_next")
parts = ["nothing", "convolution", "SiLU", "keys of length one"]
parts += ["decay", "strength", "norm", "gate"]
errors = []
for part in parts:
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        right = model(stored.ids[None])[0]
        for block in model.blocks:
            if isinstance(layer := block.attention, GatedDeltaNet):
                layer.forward = partial(by_hand, layer, without=part)
        off = (model(stored.ids[None])[0] - right).abs() / right.std()
    errors.append((off[0].max().item(), off.max().item()))

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.9), layout="constrained")
for row, pair in enumerate(errors):
    for shift, error, colour in zip(
        (-0.2, 0.2), pair, ("score", "context"), strict=True
    ):
        ax.barh(row + shift, error, 0.38, color=COLOURS[colour])
        ax.text(error + 0.1, row + shift, f"{error:.2f}", va="center")
ax.set_yticks(range(len(parts)), parts)
ax.invert_yaxis()
ax.set(xlabel="largest error ÷ std of logits", xlim=(0, 7.2))
ax.spines[["top", "right"]].set_visible(False)
for name, colour in (("first token", "score"), ("all", "context")):
    ax.bar(0, 0, color=COLOURS[colour], label=name)
ax.legend(frameon=False, loc="upper right")
plt.show()
