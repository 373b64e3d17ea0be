# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import weights_file
from attention.loaders import read_safetensors
from attention.plotting import COLOURS

_, axes = plt.subplots(
    1, 2, figsize=(4.4, 2.9), sharey=True, layout="constrained"
)
names = {"mixture": "no bias", "mixture-balanced": "with the bias"}
for ax, (name, title) in zip(axes, names.items(), strict=True):
    file = weights_file(name)
    loads = read_safetensors(file)["loads"].float()  # each tenth step
    ax.plot(range(0, 600, 10), loads / 160, color=COLOURS["context"], lw=1)
    ax.axhline(1, color="#888888", lw=1)
    ax.set_title(title, fontsize=11)
    ax.set_xlabel("step", fontsize=11)
    ax.set(xlim=(0, 600), ylim=(0, None), xticks=[0, 300, 600])
    ax.tick_params(labelsize=10.7)
    ax.spines[["top", "right"]].set_visible(False)
axes[0].set_ylabel("load / mean", fontsize=11)
plt.show()
