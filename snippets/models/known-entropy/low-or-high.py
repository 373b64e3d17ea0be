# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import load_trained, story_vocabulary
from attention.plotting import heatmap
from attention.text import split_words

beginnings = ["In summer the river was", "In winter the river was"]
read = [split_words(beginning) for beginning in beginnings]
ids = [[story_vocabulary.index(word) for word in text] for text in read]
logits = load_trained("story")(torch.tensor(ids))[:, -1].detach()
words = ["low", "high"]
places = [story_vocabulary.index(word) for word in words]
shares = torch.softmax(logits, dim=-1)[:, places]
heatmap(shares, rows=beginnings, columns=words)
plt.show()
