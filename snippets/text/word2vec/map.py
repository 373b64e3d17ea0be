# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, train_skip_gram

pairs = ["ada mira", "apples pears", "north south"]
pairs += ["morning evening", "red blue", "summer winter"]
rows = [story_vocabulary.index(w) for pair in pairs for w in pair.split()]

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
_, panels = plt.subplots(2, figsize=(4.2, 7.6), layout="constrained")
for panel, title in zip(panels, ("before", "after"), strict=True):
    if title == "after":
        train_skip_gram(model, story_ids, steps=300, generator=generator)
    vectors = model.centres.detach()[rows]  # (12, 16)
    vectors = vectors - vectors.mean(dim=0)
    across, up = torch.linalg.svd(vectors).Vh[:2]  # where they differ most
    x = vectors @ across * (across @ vectors[0]).sign()  # ada on the right
    y = vectors @ up * (up @ vectors[0]).sign()  # and above the middle
    x, y = x.tolist(), y.tolist()
    for n, marker in zip(range(0, 12, 2), "osD^vP", strict=True):
        panel.plot(x[n : n + 2], y[n : n + 2], marker=marker, color="black")
        for i, j in ((n, n + 1), (n + 1, n)):
            side = "left" if x[i] > x[j] else "right"
            label = f"  {story_vocabulary[rows[i]]}  "
            panel.text(x[i], y[i], label, ha=side, va="center", fontsize=11)
    panel.set(title=title, xticks=[], yticks=[])
    panel.margins(x=0.35)
plt.show()
