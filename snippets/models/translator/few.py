# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import (
    few_phrases,
    held_out_phrases,
    load_trained,
    training_phrases,
    translate,
)
from attention.plotting import COLOURS

shares = {}
models = {"translator": training_phrases, "translator-few": few_phrases}
for name, seen in models.items():
    for title, pairs in (("seen", seen), ("held out", held_out_phrases)):
        english, hindi = zip(*pairs, strict=True)
        written = translate(load_trained(name), english)
        print(f"{name}, {len(pairs)} {title}:")
        for part, words in (
            ("both nouns", slice(2)),
            ("all words", slice(4)),
        ):
            right = sum(
                w.split()[words] == h.split()[words]
                for w, h in zip(written, hindi, strict=True)
            )
            print(f"    {part} right: {right}")
            shares[name, title, part] = right, len(pairs)

_, axes = plt.subplots(2, 1, figsize=(4.2, 3.4), layout="constrained")
for ax, name in zip(axes, models, strict=True):
    own = {
        key[1:]: share for key, share in shares.items() if key[0] == name
    }
    for row, (right, count) in enumerate(own.values()):
        ax.barh(row, 1, 0.7, color="none", ec="#888888")
        colour = COLOURS["score"]
        ax.barh(row, right / count, 0.7, color=colour, alpha=0.5)
        ax.text(0.02, row, f"{right} of {count}", va="center", fontsize=11)
    labels = [f"{title}, {part}" for title, part in own]
    ax.set_yticks(range(4), labels, fontsize=11)
    ax.set(title=name, xlim=(0, 1.005), xticks=[])
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.set_frame_on(False)
plt.show()
