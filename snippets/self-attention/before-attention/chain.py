# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import RecurrentEncoder
from attention.examples import inputs, tokens
from matplotlib.colors import LinearSegmentedColormap as Ramp

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)
states = encoder(inputs).detach()

plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 2.9), layout="constrained")
ramp = Ramp.from_list("", ["#EEEEEE", "#4A5568"])
for place, (word, state) in enumerate(zip(tokens, states, strict=True)):
    left = 2 * place
    axes.pcolormesh(
        [left, left + 1],
        [0, 1, 2, 3, 4],
        state[:, None],
        cmap=ramp,
        vmin=-1,
        vmax=1,
        edgecolors="white",
    )
    axes.text(left + 0.5, 6.2, word, ha="center", va="center")
    style = {"arrowstyle": "->", "color": "#888888"}
    axes.annotate(
        "", (left + 0.5, 4.2), (left + 0.5, 5.6), arrowprops=style
    )
    if place > 0:
        axes.annotate("", (left, 2), (left - 1, 2), arrowprops=style)
axes.add_patch(plt.Rectangle((10, 0), 1, 4, fill=False, linewidth=2))
axes.text(11, -0.7, "all that a decoder gets", ha="right", va="center")
axes.set(xlim=(-0.6, 11.6), ylim=(6.9, -1.4))
axes.set_axis_off()
plt.show()
