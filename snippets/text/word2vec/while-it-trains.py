import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from attention.examples import story_ids, story_vocabulary
from attention.plotting import curves
from attention.text import SkipGram, train_skip_gram

generator = torch.Generator().manual_seed(3)
model = SkipGram(len(story_vocabulary), 16, generator=generator).double()
cosines = []
for _ in range(31):
    directions = F.normalize(model.centres.detach(), dim=-1)
    cosines.append(directions @ directions.T)
    train_skip_gram(model, story_ids, steps=10, generator=generator)
cosines = torch.stack(cosines)  # (31, num_words, num_words)

lines = {}
for pair in ("red blue", "morning evening", "summer winter"):
    a, b = (story_vocabulary.index(word) for word in pair.split())
    lines[pair] = cosines[:, a, b]
lines["mean of all pairs"] = (cosines.sum(dim=(1, 2)) - 126) / (126 * 125)
steps = torch.arange(0, 301, 10)
curves(steps, lines, xlabel="steps of training", ylabel="cosine")
plt.show()
