import tiktoken
import torch
from attention import story, window_loader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
loader = window_loader(ids, batch_size=8, length=4, stride=4)
inputs, targets = next(iter(loader))

print(inputs.shape, targets.shape)
print(inputs)
