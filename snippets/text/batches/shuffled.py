# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
import torch
from attention import story, window_loader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
places = torch.arange(len(ids))  # tokens numbered, to see where they are

_, axes = plt.subplots(figsize=(4.2, 1.9), layout="constrained")
for row, shuffle in enumerate((False, True)):
    loader = window_loader(
        places,
        batch_size=8,
        length=4,
        stride=4,
        shuffle=shuffle,
        generator=torch.Generator().manual_seed(0),
    )
    starts = next(iter(loader))[0][:, 0]
    axes.barh(row, len(ids), height=0.6, fill=False)
    axes.barh(8 * [row], 4, left=starts, height=0.6, color="#888888")
axes.set(xlim=(0, len(ids)), xlabel="place in the story, in tokens")
axes.set_yticks((0, 1), ("in order", "shuffled"))
axes.tick_params(length=0, labelsize=11)
axes.spines[:].set_visible(False)
axes.invert_yaxis()
plt.show()
