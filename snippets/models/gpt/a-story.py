# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import record_weights
from attention.examples import load_trained, story_vocabulary
from attention.plotting import heatmap
from attention.text import split_words

model = load_trained("story").double()
words = split_words("In the morning Ada")
ids = torch.tensor([[story_vocabulary.index(word) for word in words]])
with torch.no_grad(), record_weights(model) as weights:
    written = model.generate(ids, 8)
    model(written[:, :-1])
words = [story_vocabulary[i] for i in written[0]]
print(*words)
heads = weights["blocks.0.attention.attend"][0]
row = heads.mean(dim=0)[-1:]  # the last word read
heatmap(row, rows=words[-2:-1], columns=words[:-1], decimals=1)
plt.show()
