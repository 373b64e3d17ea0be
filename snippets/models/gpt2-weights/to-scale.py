# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import tiny_gpt2
from attention.loaders import read_safetensors
from attention.plotting import COLOURS

tensors = read_safetensors(tiny_gpt2() / "model.safetensors")
grey = "#888888"
parts = {  # name in the file: our names, their colours, left and top
    "attn.c_attn": (
        ["W_query", "W_key", "W_value"],
        [COLOURS[name] for name in ("query", "key", "value")],
        (0, 0),
    ),
    "attn.c_proj": (["out_proj"], [COLOURS["context"]], (80, 0)),
    "mlp.c_fc": (["layers.0"], [grey], (0, -40)),
    "mlp.c_proj": (["layers.2"], [grey], (112, 0)),
}
_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
for name, (ours, colours, (left, top)) in parts.items():
    shape = tensors[f"transformer.h.0.{name}.weight"].shape
    rows, width = shape[0], shape[1] / len(ours)
    ax.text(left, top + 2, f"{name}\n{tuple(shape)}", fontsize=11)
    for n, (own, colour) in enumerate(zip(ours, colours, strict=True)):
        x = left + n * width
        for style in ({"fc": colour, "alpha": 0.35}, {"fill": False}):
            ax.bar(x, -rows, width, top, align="edge", ec=colour, **style)
        ax.text(
            x + width / 2,
            top - rows / 2,
            own,
            ha="center",
            va="center",
            fontsize=11,
        )
ax.set(xlim=(-2, 138), ylim=(-98, 16), aspect="equal")
ax.axis("off")
plt.show()
