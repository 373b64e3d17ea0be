import torch

ids = torch.tensor([1858, 373, 1752, 257, 3094])
length = 4
inputs, targets = ids[0:length], ids[0:length]  # wrong: not shifted

copied = inputs  # a "model" that repeats what it was given
print("right answers:", (copied == targets).sum().item(), "of", length)

targets = ids[1 : length + 1]
print("with the shift:", (copied == targets).sum().item(), "of", length)
