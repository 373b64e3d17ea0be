# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import held_out_phrases, training_phrases
from attention.plotting import COLOURS

print(len(training_phrases), "for training")
for side in (0, 1):
    seen = {w for pair in training_phrases for w in pair[side].split()}
    new = {
        w for pair in held_out_phrases for w in pair[side].split()
    } - seen
    print(len(seen), "words;", len(new), "more among those held out")

nouns = ["boy", "girl", "man", "woman", "farmer", "daughter"]
verbs = ["eats", "reads", "sees", "brings", "buys", "sells"]
_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
for pairs, weight in ((training_phrases, 0.35), (held_out_phrases, 0.0)):
    found = [english.split()[1:3] for english, _ in pairs]
    for row, noun in enumerate(nouns):
        for column, verb in enumerate(verbs):
            count = found.count([noun, verb])  # one girl, and no "not"
            if count:
                box = {"color": COLOURS["weight"], "alpha": weight}
                ax.bar(column, 0.92, 0.92, row - 0.46, **box)
                edge = {"fill": False, "ec": "#888888", "lw": 1}
                edge["linestyle"] = "-" if weight else "--"
                ax.bar(column, 0.92, 0.92, row - 0.46, **edge)
                text = str(count) if weight else f"test\n{count}"
                style = {"ha": "center", "va": "center", "fontsize": 11}
                ax.text(column, row, text, **style)
ax.set_xticks(range(6), verbs, fontsize=11)
ax.set_yticks(range(6), nouns, fontsize=11)
ax.xaxis.tick_top()
ax.tick_params(length=0)
ax.set(xlim=(-0.5, 5.5), ylim=(5.5, -0.5))
ax.set_frame_on(False)
plt.show()
