# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import tiny_gpt2
from attention.loaders import load_gpt2, read_safetensors


def spoil(block, mistake):
    layer = block.attention
    if mistake == "queries and values exchanged":
        layer.W_query, layer.W_value = layer.W_value, layer.W_query
    if mistake == "square c_proj not transposed":
        layer.out_proj.weight = torch.nn.Parameter(layer.out_proj.weight.T)
    if mistake == "2 heads for 4":
        layer.head_dim *= 2
    if mistake == "exact GELU":
        block.feed_forward.layers[1] = torch.nn.GELU()


stored = read_safetensors(tiny_gpt2() / "logits.safetensors")
errors = {}
for mistake in (
    "exact GELU",
    "2 heads for 4",
    "square c_proj not transposed",
    "queries and values exchanged",
):
    model = load_gpt2(tiny_gpt2(), dtype=torch.float64)
    for block in model.blocks:
        spoil(block, mistake)
    off = (model(stored["ids"]) - stored["logits"]).abs().max()
    errors[mistake] = off.item()

_, ax = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
bars = ax.barh(range(4), errors.values(), color="#888888", height=0.4)
ax.bar_label(bars, fmt="%.6f", padding=4, fontsize=11)
for row, mistake in enumerate(errors):
    ax.text(1.2e-5, row + 0.3, mistake, fontsize=11)
ax.axvline(stored["logits"].std(), color="#888888", linestyle="--")
ax.set(xscale="log", xlim=(1e-5, 20), yticks=[])
ticks = [0.0001, 0.01, 1]
ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks], fontsize=11)
ax.set_xlabel(
    "error in the logits; dashed: their standard deviation", fontsize=11
)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
