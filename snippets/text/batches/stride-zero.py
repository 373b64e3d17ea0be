import torch
from attention import SlidingWindows

ids = torch.arange(566)
SlidingWindows(ids, length=4, stride=0)  # raises ValueError: stride must be
