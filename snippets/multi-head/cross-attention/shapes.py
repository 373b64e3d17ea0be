# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import scaled_dot_product_attention
from attention.examples import inputs, target_inputs
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp

Y, X = target_inputs, inputs
torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
Q, K, V = Y @ W_query, X @ W_key, X @ W_value
contexts, weights = scaled_dot_product_attention(Q, K, V)

_, ax = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
grey = "#808080"
for left, top, name, tensor, below, colour in (
    (3, 0, "Y", Y, "German", grey),
    (11, 0, "Q", Q, "", COLOURS["query"]),
    (3, 10, "X", X, "English", grey),
    (11, 10, "K", K, "", COLOURS["key"]),
    (18, 10, "V", V, "", COLOURS["value"]),
    (9, 22, "weights", weights, "English", COLOURS["weight"]),
    (20, 22, "context", contexts, "", COLOURS["context"]),
):
    ramp = Ramp.from_list("", ["#EEEEEE", colour])
    rows, columns = tensor.shape
    across, down = (
        range(left, left + columns + 1),
        range(top, top + rows + 1),
    )
    ax.pcolormesh(across, down, tensor.tolist(), cmap=ramp, edgecolors="w")
    title, middle = f"{name} {list(tensor.shape)}", left + columns / 2
    ax.text(middle, top - 0.5, title, ha="center", size=11)
    ax.text(middle, top + rows + 1.4, below, ha="center", size=11)
ax.text(8, 24.5, "German", rotation=90, ha="center", va="center", size=11)
for left, top in ((8.3, 2), (8.3, 13), (17, 24)):
    ax.text(left, top, "→", ha="center", va="center", size=14)
ax.set(xlim=(0, 25), ylim=(28, -2), aspect="equal")
ax.set_axis_off()
plt.show()
