import torch
from torch import nn

torch.manual_seed(123)
weight = nn.Linear(512, 64).weight

xavier = weight.abs().max() > 0.9 * (6 / (512 + 64)) ** 0.5
assert xavier, "far too small"  # raises AssertionError: far too small
