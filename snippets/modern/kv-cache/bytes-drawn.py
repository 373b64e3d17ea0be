# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt

models = {  # layers, heads with keys, head_dim
    "GPT-2, smallest": (12, 12, 64),
    "GPT-3, 175B": (96, 96, 128),
    "Llama, 7B": (32, 32, 128),
    "Llama 3, 8B": (32, 8, 128),
}
plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
kilobytes = [  # keys and values, in bfloat16
    2 * layers * heads * head_dim * 2 / 1000
    for layers, heads, head_dim in models.values()
]
bars = ax.barh(list(models), kilobytes, color="#888888")
ax.bar_label(bars, fmt="{:,.0f}", padding=4)
ax.invert_yaxis()
ax.set(xticks=[], xlim=(0, 1.25 * max(kilobytes)))
ax.set_xlabel("kilobytes a token")
ax.spines[:].set_visible(False)
ax.tick_params(left=False)
plt.show()
