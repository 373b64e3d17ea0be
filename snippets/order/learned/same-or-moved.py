import torch
from attention import inputs


def mix(x):
    return torch.softmax(x @ x.T, dim=-1) @ x


swapped = [4, 1, 2, 3, 0, 5]
before, after = mix(inputs), mix(inputs[swapped])
print("same:", torch.allclose(after, before, atol=1e-6))
print("same, moved:", torch.allclose(after, before[swapped], atol=1e-6))
