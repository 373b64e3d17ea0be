import torch
from torch.nn.functional import cross_entropy

sure = torch.softmax(100 * torch.eye(6), dim=-1)  # right, beyond doubt
loss = cross_entropy(sure, torch.arange(6))

free = loss < 0.01
assert free, "right answers cost"  # raises AssertionError: right answers
