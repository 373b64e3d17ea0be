# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import sinusoidal_positions
from matplotlib.colors import LinearSegmentedColormap as Ramp

positions = torch.arange(17)
parts = {
    "number": positions[:, None].float(),
    "/ 16": positions[:, None] / 16,
    "binary": (positions[:, None] >> torch.arange(4)) % 2,
    "waves": sinusoidal_positions(positions, d_model=8),
}
plt.rc("font", size=11)
_, axes = plt.subplots(
    1, 4, figsize=(4.2, 4.2), width_ratios=(3.4, 3.2, 3.6, 7), sharey=True
)
for ax, (title, codes) in zip(axes, parts.items(), strict=True):
    ramp = Ramp.from_list("", ["#EEEEEE", "#4A5568"])
    ax.pcolormesh(codes, cmap=ramp, edgecolors="white", linewidth=0.5)
    ax.set_title(title, size=11)
    ax.set(xticks=[], yticks=[])
    ax.set_frame_on(False)
    ax.tick_params(length=0)
marked = (0, 4, 8, 12, 16)
axes[0].set_yticks([p + 0.5 for p in marked], marked)
axes[0].invert_yaxis()
axes[0].set_ylabel("position")
plt.tight_layout(w_pad=0.3)
plt.show()
