# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
import torch
from attention.examples import story
from attention.text import SlidingWindows
from matplotlib.colors import LinearSegmentedColormap as Ramp
from torch.utils.data import DataLoader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
windows = SlidingWindows(ids, length=4, stride=4)
inputs, _ = next(iter(DataLoader(windows, batch_size=8)))

torch.manual_seed(123)
x = torch.nn.Embedding(50257, 256)(inputs).detach()

plt.rc("font", size=11)
_, axes = plt.subplots(4, 2, figsize=(4.2, 4.4), layout="constrained")
for w, ax in enumerate(axes.flat):
    ramp = Ramp.from_list("", ["#EEEEEE", "#4A5568"])
    ax.pcolormesh(
        x[w, :, :8], cmap=ramp, vmin=-3, vmax=3, edgecolors="white"
    )
    for row in (inputs[w] == 262).nonzero()[:, 0].tolist():  # " the"
        frame = plt.Rectangle((0, row), 8, 1, fill=False, linewidth=3)
        frame.set_clip_on(False)
        ax.add_patch(frame)
    ax.set_title(f"window {w}", size=11)
    ax.invert_yaxis()
    ax.set_axis_off()
plt.show()
