# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import keep_top_k, keep_top_p
from attention.examples import load_trained, story_vocabulary
from attention.plotting import COLOURS
from attention.text import split_words

beginning = "the river was"
ids = [story_vocabulary.index(word) for word in split_words(beginning)]
logits = load_trained("story")(torch.tensor([ids]))[0, -1].detach()
settings = {
    "unchanged": logits,
    "temperature 2": logits / 2,
    "top-k 2": keep_top_k(logits, 2),
    "top-p 0.8": keep_top_p(logits, 0.8),
}
places = logits.topk(4).indices
words = [story_vocabulary[place] for place in places]

print(beginning, "...")
_, panels = plt.subplots(
    2, 2, sharex=True, figsize=(4.2, 3.2), layout="constrained"
)
for panel, (name, changed) in zip(
    panels.flat, settings.items(), strict=True
):
    shares = torch.softmax(changed, dim=-1)[places].tolist()
    left = [f"{w} {s:.2f}" for w, s in zip(words, shares, strict=True) if s]
    print(f"{name}:", ", ".join(left))
    panel.barh(words, 1, color="none", edgecolor="#888888")
    panel.barh(words, shares, color=COLOURS["score"])
    panel.set(title=name, xlim=(0, 1), xticks=[0, 0.5, 1])
    panel.invert_yaxis()
    panel.tick_params(length=0)
plt.show()
