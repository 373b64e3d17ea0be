# pip install "attention-verified[plot]"
import math

import matplotlib.pyplot as plt
import torch

types = (torch.float16, torch.bfloat16, torch.float32)
powers = [math.log10(torch.finfo(dtype).max) for dtype in types]
names = [str(dtype).removeprefix("torch.") for dtype in types]
print([round(power, 1) for power in powers])

_, axes = plt.subplots(figsize=(4.2, 2.2), layout="constrained")
axes.barh(names, powers, color="#888888", height=0.5)
axes.axvline(9, color="#CC3311", linestyle="--", linewidth=2)
axes.text(9.6, 0, "a billion, 1e9", va="center", fontsize=11)
axes.set_xlabel("largest number, as a power of ten", fontsize=12)
axes.tick_params(labelsize=11)
axes.spines[["top", "right"]].set_visible(False)
plt.show()
