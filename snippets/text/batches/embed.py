import tiktoken
import torch
from attention.examples import story
from attention.text import SlidingWindows
from torch.utils.data import DataLoader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
windows = SlidingWindows(ids, length=4, stride=4)
inputs, _ = next(iter(DataLoader(windows, batch_size=8)))

torch.manual_seed(123)
table = torch.nn.Embedding(50257, 256)
x = table(inputs)
print(inputs.shape, "->", x.shape)

(a, b), (c, d) = (inputs == 262).nonzero()[:2].tolist()  # " the"
print(f"row {a}, column {b}; row {c}, column {d}")
print(x[a, b, :3], x[c, d, :3])  # the first three features
