import tiktoken
import torch
from attention import SlidingWindows, story, window_loader
from torch.utils.data import DataLoader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
ours = window_loader(ids, batch_size=8, length=4, stride=4)
torchs = DataLoader(
    SlidingWindows(ids, length=4, stride=4), batch_size=8, drop_last=True
)

print("batches:", len(ours), len(torchs))
print(
    all(torch.equal(a[0], b[0]) for a, b in zip(ours, torchs, strict=True))
)
