# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import RotaryPositions, to_halves
from attention.examples import tiny_llama
from attention.loaders import load_llama, read_safetensors
from attention.plotting import COLOURS


def spoil(block, mistake):
    layer, part = block.attention, block.feed_forward
    if mistake == "gate and up exchanged":
        part.W_gate, part.W_up = part.W_up, part.W_gate
    if mistake == "groups 010101 for 000111":
        heads = layer.W_query.weight.data.view(2, 3, 8, 24)
        layer.W_query.weight.data = heads.transpose(0, 1).reshape(48, 24)
        heads = layer.out_proj.weight.data.view(24, 2, 3, 8)
        layer.out_proj.weight.data = heads.transpose(1, 2).reshape(24, 48)
    if mistake == "no scaling":
        layer.rotary = RotaryPositions(160, 8, base=10000.0)
    if mistake == "neighbours for halves":
        for linear, heads in ((layer.W_query, 6), (layer.W_key, 2)):
            linear.weight.data = to_halves(linear.weight.data, heads)


stored = read_safetensors(tiny_llama() / "logits.safetensors")
styles = {
    "groups 010101 for 000111": ("value", "-"),
    "gate and up exchanged": ("context", "-"),
    "neighbours for halves": ("query", "--"),
    "no scaling": ("key", "-"),
}
_, ax = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
for mistake, (colour, line) in styles.items():
    model = load_llama(tiny_llama(), dtype=torch.float64)
    for block in model.blocks:
        spoil(block, mistake)
    with torch.no_grad():
        off = (
            (model(stored["ids"]) - stored["logits"]).abs().amax(dim=-1)[0]
        )
    ax.plot(off, line, color=COLOURS[colour], label=mistake)
ax.set(yscale="log", ylim=(1e-9, 2), xlim=(-2, 150))
ax.set_xlabel("position", fontsize=11)
ax.set_ylabel("largest error of a logit", fontsize=11)
ax.tick_params(labelsize=10.2)
ax.legend(fontsize=10.2, frameon=False, loc="lower right")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
