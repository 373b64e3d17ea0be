import matplotlib.pyplot as plt
from attention.examples import sentence
from attention.text import SPECIAL_TOKENS, split_words

words = split_words(sentence)
orders = {"alphabetical": sorted(words), "as in the sentence": words}

plt.rc("font", size=11)
_, axes = plt.subplots(2, figsize=(4.2, 2.4), layout="constrained")
for ax, (title, order) in zip(axes, orders.items(), strict=True):
    numbered = [*SPECIAL_TOKENS, *order]
    your, one = numbered.index("your"), numbered.index("one")
    between = (your + one) // 2
    ax.barh(0, 1, left=between - 0.5, height=1, color="#888888", alpha=0.35)
    for i in (your, one):
        ax.barh(0, 0.96, left=i - 0.48, height=1, fill=False)
    for i, word in enumerate(numbered):
        ax.text(i, 0.9, i, ha="center", va="center")
        ax.text(i, 0, word, ha="center", va="center")
    first = len(SPECIAL_TOKENS)
    ax.set(xlim=(first - 0.6, len(numbered) - 0.4), ylim=(-0.6, 1.3))
    ax.set_title(title, size=11, loc="left")
    ax.set_axis_off()
    for text in ax.texts[: 2 * first]:
        text.remove()
plt.show()
