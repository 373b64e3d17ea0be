import tiktoken
import torch
from attention import story, window_loader

encoding = tiktoken.get_encoding("gpt2")
ids = torch.tensor(encoding.encode(story))

for shuffle in (False, True):
    generator = torch.Generator().manual_seed(0)
    loader = window_loader(
        ids,
        batch_size=8,
        length=4,
        stride=4,
        shuffle=shuffle,
        generator=generator,
    )
    print("shuffle:", shuffle)
    for row in next(iter(loader))[0][:4]:
        print("  ", repr(encoding.decode(row.tolist())))
