# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens
from attention.plotting import heatmap
from attention.text import build_vocabulary, embedding_table

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)
embedding = torch.nn.Embedding.from_pretrained(table, freeze=False)

ids = torch.tensor([4, 6, 4])  # one, step, one
embedding(ids).sum().backward()

_, axes = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
names = [f"{token}  {i}" for token, i in vocabulary.items()]
gradient = embedding.weight.grad
heatmap(
    gradient, rows=names, columns=[""] * 3, colour=None, decimals=0, ax=axes
)
plt.show()
