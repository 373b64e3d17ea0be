# pip install "attention-verified[plot]"
from functools import partial

import matplotlib.pyplot as plt
import torch
from attention import generate, sample
from attention.plotting import COLOURS

words = ["<end>", "the", "river", "was", "wide", "low"]
following = torch.tensor(
    [
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],  # after <end>: the next text
        [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],  # after "the"
        [0.3, 0.0, 0.0, 0.7, 0.0, 0.0],  # after "river"
        [0.0, 0.2, 0.0, 0.0, 0.5, 0.3],  # after "was"
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],  # after "wide"
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],  # after "low"
    ]
)
model = torch.nn.Embedding.from_pretrained(following.log())

_, axes = plt.subplots(2, 1, figsize=(4.4, 3.6), layout="constrained")
for ax, end in zip(axes, (None, 0), strict=True):
    generator = torch.Generator().manual_seed(123)
    choose = partial(sample, generator=generator)
    texts = generate(model, torch.tensor([[1], [1], [1]]), 7, choose, end)
    for row, text in enumerate(texts.tolist()):
        print(*[words[id] for id in text])
        for place, id in enumerate(text):
            ended = 0 in text[: place + 1]
            face = COLOURS["weight"] + "60" if id == 0 else "none"
            edge = "#88888860" if ended else "#888888"
            box = {"boxstyle": "round", "fc": face, "ec": edge}
            style = {"ha": "center", "va": "center", "fontsize": 11}
            word = "end" if id == 0 else words[id]
            ax.text(place, row, word, bbox=box, **style)
    ax.set(title="without end" if end is None else "with end=0")
    ax.set(xlim=(-0.5, 7.5), ylim=(2.5, -0.5))
    ax.axis("off")
plt.show()
