import tiktoken
import torch
from attention.examples import story
from attention.text import SlidingWindows
from torch.utils.data import DataLoader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))

for length, stride in ((4, 4), (4, 1), (16, 16), (64, 64), (64, 32)):
    by_formula = (len(ids) - length - 1) // stride + 1
    counted = start = 0
    while len(ids[start : start + length + 1]) == length + 1:
        counted, start = counted + 1, start + stride
    loader = DataLoader(SlidingWindows(ids, length, stride), batch_size=8)
    inputs, _ = next(iter(loader))
    print(f"length {length}, stride {stride}: {counted} windows", end=", ")
    print(f"{by_formula} by the formula, batches: {len(loader)}", end=", ")
    print(f"first {[*inputs.shape]}")
