import matplotlib.pyplot as plt
import torch
from attention import scaled_dot_product_attention
from attention.examples import plane_keys, plane_queries
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp

torch.manual_seed(123)
values = torch.rand(8, 5)  # five features, where keys have two

contexts, weights = scaled_dot_product_attention(
    plane_queries, plane_keys, values
)

_, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
for left, top, name, matrix, colour in (
    (3, 0, "queries", plane_queries, "query"),
    (11, 0, "keys", plane_keys, "key"),
    (0, 12, "weights", weights, "weight"),
    (9.5, 12, "values", values, "value"),
    (16, 12, "contexts", contexts, "context"),
):
    rows, columns = matrix.shape
    ax.pcolormesh(
        torch.arange(columns + 1) + left,
        torch.arange(rows + 1) + top,
        matrix,
        cmap=Ramp.from_list("", ["#EEEEEE", COLOURS[colour]]),
        edgecolors="white",
    )
    title = f"{name}\n{[rows, columns]}"
    ax.text(left + columns / 2, top - 0.5, title, ha="center", size=11)
for left, sign in ((8.8, "@"), (15.3, "=")):
    ax.text(left, 16.4, sign, ha="center", size=11)
ax.set(xlim=(-0.5, 21.5), ylim=(20.2, -3.2), aspect="equal")
ax.set_axis_off()
plt.show()
