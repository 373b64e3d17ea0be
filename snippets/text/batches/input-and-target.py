import tiktoken
import torch
from attention import story

encoding = tiktoken.get_encoding("gpt2")
ids = torch.tensor(encoding.encode(story))

inputs, targets = ids[0:4], ids[1:5]
print("inputs: ", inputs)
print("targets:", targets)
for end in range(1, 5):
    read = encoding.decode(inputs[:end].tolist())
    following = encoding.decode([targets[end - 1].item()])
    print(f"{read!r} -> {following!r}")
