import torch
from torch import nn

layers, tokens, d, MiB = 48, 1024, 1600, 2**20
size = 2 * layers * tokens * d * 2  # keys and values; two bytes a number
print(f"answer: {size / MiB:.1f}")
print(f"keys, and no values: {size / 2 / MiB:.1f}")
print(f"four bytes a number: {2 * size / MiB:.1f}")
print(f"one layer: {size / layers / MiB:.2f}")
print(f"once more for each head: {25 * size / MiB:.1f}")
print(f"in millions of bytes, not MiB: {size / 1e6:.1f}")

half = {"dtype": torch.bfloat16, "device": "meta"}  # shapes, no numbers
W_key = nn.Linear(d, d, **half)
keys = W_key(torch.empty(tokens, d, **half))
assert 2 * layers * keys.nbytes == size
