import torch
from attention.text import SlidingWindows
from torch.utils.data import DataLoader

places = torch.arange(566)  # each token's position in the story, as its id
loader = DataLoader(
    SlidingWindows(places, length=4, stride=4),
    batch_size=8,
    shuffle=True,
    generator=torch.Generator().manual_seed(0),
)
for epoch in (1, 2):
    starts = torch.cat([inputs[:, 0] for inputs, _ in loader])
    print("epoch", epoch, "begins at", starts[:6].tolist())
    print(
        "  windows:", len(starts), "different:", len(set(starts.tolist()))
    )
