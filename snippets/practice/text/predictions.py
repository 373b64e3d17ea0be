# pip install attention-verified
import torch
from attention.text import SlidingWindows

n, length, stride = 100, 4, 2
windows = (n - length - 1) // stride + 1
answer = windows * length

cut = SlidingWindows(torch.arange(n), length, stride)
assert answer == sum(len(targets) for _, targets in cut)
print(f"answer: {answer}")

no_target = ((n - length) // stride + 1) * length
once = (windows - 1) * stride + length
side_by_side = ((n - length - 1) // length + 1) * length
print(f"the last window has no target for its last id: {no_target}")
print(f"windows, not predictions: {windows}")
print(f"each position once, overlaps forgotten: {once}")
print(f"a stride as long as the window: {side_by_side}")
