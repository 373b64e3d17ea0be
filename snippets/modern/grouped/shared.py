# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

heads = range(8)
_, panels = plt.subplots(3, figsize=(4.2, 4.6), layout="constrained")
for ax, groups in zip(panels, (8, 2, 1), strict=True):
    each = 8 // groups
    middles = [h // each * each + (each - 1) / 2 for h in heads]
    ax.plot([heads, middles], [[1] * 8, [0] * 8], color="#888888")
    ax.plot(heads, [1] * 8, "o", ms=12, color=COLOURS["query"])
    for name, by in (("key", -0.16), ("value", 0.16)):
        x = [middle + by for middle in middles[::each]]
        ax.plot(x, [0] * groups, "s", ms=9, color=COLOURS[name])
    sets = "set" if groups == 1 else "sets"
    ax.set_title(f"8 heads, {groups} {sets} of keys and values")
    ax.set_yticks([0, 1], ["keys, values", "queries"])
    ax.set(xticks=[], ylim=(-0.4, 1.4))
    ax.spines[:].set_visible(False)
plt.show()
