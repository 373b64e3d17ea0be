# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
from attention.examples import sentence, tokens
from attention.plotting import cuts

encoding = tiktoken.get_encoding("gpt2")
ids = encoding.encode(sentence)
subwords = [encoding.decode([i]) for i in ids]
with_gaps = [piece for word in tokens for piece in (word, None)]

rows = {
    f"{len(sentence)} characters": list(sentence),
    f"{len(tokens)} words": with_gaps,
    f"{len(subwords)} tokens of GPT-2, and their ids": subwords,
}
axes = cuts(rows)
start = 0
for i, piece in zip(ids, subwords, strict=True):
    middle = start + len(piece) / 2
    axes.text(middle, -4.7, i, ha="center", fontsize=11)
    start += len(piece)
axes.set_ylim(-4.9, 1.9)
plt.show()
