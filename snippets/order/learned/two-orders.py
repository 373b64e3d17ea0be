# pip install attention-verified
import torch
from attention import inputs


def attend(x):  # attention without weights
    return torch.softmax(x @ x.T, dim=-1) @ x


swapped = [4, 1, 2, 3, 0, 5]  # one journey starts with your step
before, after = attend(inputs), attend(inputs[swapped])
print(before)
print(after)
print("same:", torch.allclose(after, before, atol=1e-6))
print("reordered:", torch.allclose(after, before[swapped], atol=1e-6))
