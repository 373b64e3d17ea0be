# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
from attention.examples import story

encoding = tiktoken.get_encoding("gpt2")
ids = encoding.encode(story)
inputs, targets = ids[0:4], ids[1:5]
grey = "#888888"

_, axes = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
for row in range(4):
    read = [encoding.decode([i]).strip() for i in inputs[: row + 1]]
    following = encoding.decode([targets[row]]).strip()
    axes.barh(row, row + 1, height=0.7, fc=grey, ec=grey, alpha=0.35)
    axes.barh(row, 1, left=row + 1, height=0.7, fill=False)
    for place, piece in enumerate([*read, following]):
        axes.text(
            place + 0.5, row, piece, ha="center", va="center", size=11
        )
axes.set(xlim=(0, 5), xticks=[], yticks=[])
axes.spines[:].set_visible(False)
axes.invert_yaxis()
plt.show()
