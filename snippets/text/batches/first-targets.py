import tiktoken
import torch
from attention import story, window_loader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
inputs, targets = next(
    iter(window_loader(ids, batch_size=8, length=4, stride=4))
)

print(targets)
print(torch.equal(targets[:, :-1], inputs[:, 1:]))
