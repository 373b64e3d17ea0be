# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, nearest, train_skip_gram

pairs = ["ada mira", "apples pears", "north south"]
pairs += ["morning evening", "red blue", "summer winter"]


def found(vectors, pair):
    """Is each among the three nearest of the other?"""
    a, b = (story_vocabulary.index(word) for word in pair.split())
    of_a = nearest(vectors, vectors[a], k=3, exclude=[a])
    of_b = nearest(vectors, vectors[b], k=3, exclude=[b])
    return b in of_a and a in of_b


before, after = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
for seed in range(10):
    generator = torch.Generator().manual_seed(seed)
    model = SkipGram(126, 16, generator=generator).double()
    for pair in pairs:
        before[pair] += found(model.centres.detach(), pair)
    train_skip_gram(model, story_ids, steps=300, generator=generator)
    for pair in pairs:
        after[pair] += found(model.centres.detach(), pair)

_, ax = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
for pair in pairs:
    print(f"{pair:16} {before[pair]:2} {after[pair]:2}")
    ax.barh(pair, after[pair], color="#BBBBBB")
    ax.barh(pair, before[pair], height=0.3, color="#4A5568")
ax.set(xlim=(0, 10), xlabel="of ten seeds")
ax.invert_yaxis()
plt.show()
