# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
from attention.examples import story

encoding = tiktoken.get_encoding("gpt2")
pieces = [encoding.decode([i]) for i in encoding.encode(story)]
grey = "#888888"

_, axes = plt.subplots(figsize=(4.2, 3.6), layout="constrained")
for row in range(8):  # eight windows of four tokens, stride 4
    axes.barh(row, 4, left=0, height=0.7, fc=grey, ec=grey, alpha=0.35)
    axes.barh(row, 4, left=1, height=0.7, fill=False)
    for place, piece in enumerate(pieces[4 * row : 4 * row + 5]):
        shown = {"ha": "center", "va": "center", "fontsize": 11}
        axes.text(place + 0.5, row, piece.strip(), **shown)
axes.set(xlim=(0, 5), xticks=[])
axes.set_yticks(range(8), [f"window {row}" for row in range(8)])
axes.tick_params(length=0, labelsize=11)
axes.spines[:].set_visible(False)
axes.invert_yaxis()
plt.show()
