import tiktoken
import torch
from attention.examples import story
from attention.text import window_loader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))

for length, stride in ((4, 4), (4, 1), (16, 16), (64, 64), (64, 32)):
    loader = window_loader(
        ids, batch_size=8, length=length, stride=stride, drop_last=False
    )
    inputs, _ = next(iter(loader))
    windows = (len(ids) - length - 1) // stride + 1
    print(f"length {length}, stride {stride}:", end=" ")
    print(
        f"{windows} windows, {len(loader)} batches, first {[*inputs.shape]}"
    )
