# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
for row, groups in enumerate((1, 2, 3, 4)):
    for start, name in ((0, "key"), (groups * 128, "value")):
        ax.barh(row, groups * 128, left=start, color=COLOURS[name])
ax.barh(4, 512, color="#888888")
ax.barh(4, 64, left=512, color=COLOURS["key"])
ax.axvline(512 + 64, color="black", linestyle="--")
names = ["1 group", "2 groups", "3 groups", "4 groups", "latent"]
ax.set_yticks(range(5), names)
ax.invert_yaxis()
ax.set(xlabel="numbers for each token and layer")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
