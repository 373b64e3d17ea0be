# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import rotary_frequencies, yarn_frequencies
from attention.plotting import COLOURS
from matplotlib.patches import Rectangle

of_all = rotary_frequencies(32)  # 16 pairs
slowed = yarn_frequencies(of_all, 10_000.0, 32.0, 4096)


def in_halves(frequencies):  # of the first features; the others are still
    still = torch.zeros(32 - 2 * len(frequencies))
    return torch.cat([frequencies, frequencies, still])


fastest = torch.cat([of_all[:4], torch.zeros(12)])
strips = {
    "Llama: all features": in_halves(of_all),
    "Phi-4-mini: the first three quarters": in_halves(
        rotary_frequencies(24)
    ),
    "GLM-4.5: the first half": in_halves(rotary_frequencies(16)),
    "GPT-NeoX: the first quarter": in_halves(rotary_frequencies(8)),
    "Gemma 4: the fastest quarter": in_halves(fastest),
    "YaRN: all, the slow ones slower": in_halves(slowed),
}
plt.rc("font", size=11)
_, axes = plt.subplots(6, figsize=(4.2, 4.6), layout="constrained")
for ax, (title, frequencies) in zip(axes, strips.items(), strict=True):
    for feature, frequency in enumerate(frequencies.tolist()):
        box = Rectangle((feature + 0.05, 0), 0.9, 1)
        ax.add_patch(box)
        box.set(fc="none", ec="#888888", lw=0.5)
        if frequency:
            shade = (torch.tensor(frequency).log10() / 6 + 1).item()
            box.set(fc=(COLOURS["query"], max(shade, 0.1)))
    ax.set(xlim=(0, 32), ylim=(0, 1), yticks=[], xticks=[])
    ax.set_title(title, fontsize=11, loc="left", pad=3)
    ax.spines[:].set_visible(False)
axes[-1].set_xticks([0.5, 8.5, 16.5, 24.5, 31.5], [0, 8, 16, 24, 31])
axes[-1].tick_params(length=0)
axes[-1].set_xlabel("feature of a query or key")
plt.show()
