# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CausalAttention, masked_attention_weights
from attention.examples import inputs
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp

x = torch.stack([inputs, inputs.flip(0)])  # forwards and backwards
torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
Q, K, V = layer.W_query(x), layer.W_key(x), layer.W_value(x)
scores = Q @ K.transpose(1, 2) / 2**0.5
weights = masked_attention_weights(scores, layer.mask)
seen = weights.masked_fill(~layer.mask, torch.nan)  # draws no cell

_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
for left, top, name, tensor, below, colour in (
    (2, 0, "x", x, "features", "#808080"),
    (9, 0, "Q", Q, "", COLOURS["query"]),
    (15, 0, "K", K, "", COLOURS["key"]),
    (21, 0, "V", V, "", COLOURS["value"]),
    (2, 13, r"$QK^\top/\sqrt{2}$", scores, "keys", COLOURS["score"]),
    (11.5, 13, "weights", seen, "keys", COLOURS["weight"]),
    (21, 13, "context", weights @ V, "", COLOURS["context"]),
):
    ramp = Ramp.from_list("", ["#EEEEEE", colour])
    for back in (1, 0):  # the second sentence lies behind the first
        rows, columns = torch.meshgrid(
            torch.arange(6), torch.arange(tensor.shape[2]), indexing="ij"
        )
        ax.scatter(
            columns + left + 0.5 + 0.8 * back,
            rows + top + 0.5 - 0.8 * back,
            c=tensor[back].detach(),
            cmap=ramp,
            marker="s",
            s=110,
            edgecolors="white",
            linewidths=0.7,
        )
    title = f"{name}\n{list(tensor.shape)}"
    middle = left + tensor.shape[2] / 2
    ax.text(middle + 0.4, top - 1.3, title, ha="center", size=11)
    ax.text(middle, top + 7.3, below, ha="center", size=11)
for left, top, text in ((0.9, 3, "tokens"), (0.9, 16, "queries")):
    ax.text(left, top, text, rotation=90, ha="center", va="center", size=11)
for left, top in ((6.9, 3), (9.9, 16), (19, 16)):
    ax.text(left, top, "→", ha="center", va="center", size=14)
ax.set(xlim=(0, 26), ylim=(20.8, -4.6), aspect="equal")
ax.set_axis_off()
plt.show()
