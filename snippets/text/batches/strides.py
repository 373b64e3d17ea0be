import tiktoken
import torch
from attention.examples import story
from attention.text import SlidingWindows

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
print("tokens:", len(ids))
for stride in (1, 2, 4, 6):
    places = SlidingWindows(torch.arange(len(ids)), length=4, stride=stride)
    inputs = torch.stack([places[i][0] for i in range(len(places))])
    seen = torch.bincount(inputs.flatten(), minlength=len(ids))
    middle = seen[100:112].tolist()  # how often each of twelve was an input
    print(f"stride {stride}: {len(places)} windows, each seen {middle}")
