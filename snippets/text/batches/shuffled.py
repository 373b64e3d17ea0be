# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
import torch
from attention.examples import story
from attention.text import SlidingWindows
from torch.utils.data import DataLoader

encoding = tiktoken.get_encoding("gpt2")
ids = encoding.encode(story)
places = torch.arange(len(ids))  # tokens numbered, to see where they are
grey = "#888888"

_, (bars, text) = plt.subplots(
    2, figsize=(4.2, 4.4), height_ratios=(3, 5), layout="constrained"
)
for row, shuffle in enumerate((False, True)):
    loader = DataLoader(
        SlidingWindows(places, length=4, stride=4),
        batch_size=8,
        shuffle=shuffle,
        generator=torch.Generator().manual_seed(0),
    )
    starts = next(iter(loader))[0][:, 0].tolist()
    bars.barh(row, len(ids), height=0.6, fill=False)
    bars.barh(8 * [row], 4, left=starts, height=0.6, color=grey)
    windows = [encoding.decode(ids[i : i + 4]).strip() for i in starts]
    for line, window in enumerate(windows):
        text.text(row, line, window, va="center", size=11)
bars.set(xlim=(0, len(ids)), xlabel="place in the story, in tokens")
bars.set_yticks((0, 1), ("in order", "shuffled"))
bars.tick_params(length=0, labelsize=11)
bars.spines[:].set_visible(False)
bars.invert_yaxis()
text.text(0, -1, "in order", va="center", size=11, weight="bold")
text.text(1, -1, "shuffled", va="center", size=11, weight="bold")
text.set(xlim=(0, 2), ylim=(7.5, -1.5))
text.set_axis_off()
plt.show()
