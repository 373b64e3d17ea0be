# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import sentence
from attention.plotting import cuts
from attention.text import build_vocabulary, split_words

vocabulary = build_vocabulary(split_words(sentence))
vocabulary["<unk>"] = len(vocabulary)

both = ["Your peace starts with love.", "Your war starts with hate."]
rows = {}
for line, text in enumerate(both):
    words = split_words(text)
    rows[line * " "] = [piece for word in words for piece in (word, None)]
_, axes = plt.subplots(figsize=(4.2, 2.0), layout="constrained")
cuts(rows, ax=axes)
for line, text in enumerate(both):
    start = 0
    for word in split_words(text):
        i = vocabulary.get(word, vocabulary["<unk>"])
        middle = start + len(word) / 2
        axes.text(middle, -2 * line - 0.5, i, ha="center", size=11)
        start += len(word) + 1
axes.set_ylim(-2.8, 1.1)
plt.show()
