# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import mask_from_lengths
from attention.examples import tokens

sentences = [tokens, tokens[:2], tokens[2:]]  # 6, 2 and 4 words
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)[:, 0]

_, axes = plt.subplots(2, figsize=(4.2, 3.4), layout="constrained")
for ax, title in zip(axes, ("batch", "mask"), strict=True):
    for row, sentence in enumerate(sentences):
        padded = [*sentence, *["pad"] * (6 - len(sentence))]
        for place, word in enumerate(padded):
            real = bool(mask[row, place])
            text = str(real) if title == "mask" else word
            if real:
                ax.barh(row, 0.94, 0.8, place, fc="#888888", alpha=0.4)
            style = {"fill": False, "linestyle": "-" if real else ":"}
            ax.barh(row, 0.94, 0.8, place, **style)
            middle = {"ha": "center", "va": "center", "fontsize": 11}
            ax.text(place + 0.47, row, text, **middle)
    ax.set(xlim=(-0.02, 5.98), title=title)
    ax.axis("off")
    ax.invert_yaxis()
plt.show()
