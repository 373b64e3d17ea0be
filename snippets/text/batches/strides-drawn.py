# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
from attention.examples import story

encoding = tiktoken.get_encoding("gpt2")
pieces = [encoding.decode([i]) for i in encoding.encode(story)[:13]]
grey = "#888888"

_, panels = plt.subplots(
    3,
    sharex=True,
    height_ratios=(9, 3, 2),
    figsize=(4.2, 5),
    layout="constrained",
)
for panel, stride in zip(panels, (1, 4, 6), strict=True):
    for row, start in enumerate(range(0, 9, stride)):
        panel.barh(row, 4, left=start, height=0.6, fc=grey, ec=grey)
        panel.barh(row, 4, left=start + 1, height=0.6, fill=False)
    panel.set(title=f"stride {stride}", xlim=(0, 13), yticks=[])
    panel.invert_yaxis()
    panel.tick_params(length=0, labelsize=11, labelrotation=60)
plt.xticks([place + 0.5 for place in range(13)], pieces)
plt.show()
