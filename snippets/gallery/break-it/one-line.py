# pip install "attention-verified[plot]"
import json

import matplotlib.pyplot as plt
import torch
from attention.examples import load_trained, story_vocabulary
from attention.gallery import BROKEN_LINES, gpt_logits
from attention.plotting import heatmap

model = load_trained("story").double()
text = "in summer the river was low and slow and the dog slept"
words = text.split()
ids = torch.tensor([story_vocabulary.index(word) for word in words])
moved, changed = [], []
with torch.no_grad():
    right = gpt_logits(model, ids)
    for mistake in BROKEN_LINES:
        wrong = mistake.logits(model, ids)
        off = (wrong - right).abs().amax(dim=-1) / right.std()
        moved.append(off)
        changed.append(wrong.argmax(dim=-1) != right.argmax(dim=-1))
        about = {
            "title": mistake.name,
            "key": mistake.key,
            "lines": mistake.lines,
            "page": mistake.page,
            "text": text,
            "moved": [round(each, 2) for each in off.tolist()],
            "changed": int(changed[-1].sum()),
        }
        print(json.dumps(about))

_, ax = plt.subplots(figsize=(4.2, 3.5), layout="constrained")
heatmap(
    torch.stack(moved),
    rows=[mistake.name for mistake in BROKEN_LINES],
    columns=words,
    colour=None,
    decimals=None,
    ax=ax,
)
places = torch.stack(changed).nonzero() + 0.5
ax.plot(places[:, 1], places[:, 0], "o", color="#CC3311", markersize=3.5)
ax.tick_params(axis="x", rotation=90)
plt.show()
