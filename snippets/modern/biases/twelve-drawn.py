# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import alibi_slopes

heads = range(1, 13)
plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.2), layout="constrained")
formula = [2 ** (-8 * h / 12) for h in heads]
ax.semilogy(heads, formula, "o", color="black", label="formula")
ax.semilogy(heads, alibi_slopes(12), "D", color="#CC3311", label="code")
ax.axvline(8.5, color="#888888", linestyle="--")
ax.set(xlabel="head", ylabel="slope", xticks=[1, 4, 8, 9, 12])
ax.spines[["top", "right"]].set_visible(False)
ax.legend(frameon=False, loc="lower left")
plt.show()
