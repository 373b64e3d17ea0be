import tiktoken
import torch
from attention import SlidingWindows, story

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
windows = SlidingWindows(ids, length=4, stride=4)

print("windows:", len(windows))
inputs, targets = windows[2]
print(inputs)
print(targets)
