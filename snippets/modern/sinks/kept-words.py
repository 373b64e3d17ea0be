import torch
from attention import causal_mask, window_mask

first = causal_mask(8) & (torch.arange(8) < 1)
print((window_mask(8, window=3) | first).int())
