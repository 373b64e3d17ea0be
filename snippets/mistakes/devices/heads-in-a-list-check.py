from attention import CausalAttention
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = [CausalAttention(3, 2, 6, 0.0) for _ in range(2)]


count = sum(parameter.numel() for parameter in Heads().parameters())
print(2 * 3 * 3 * 2, "expected,", count, "found")
assert count == 36, "no heads"  # raises AssertionError: no heads
