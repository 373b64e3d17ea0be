from torch import nn

layer = nn.MultiheadAttention(
    10, 4
)  # raises AssertionError: must be divisible
