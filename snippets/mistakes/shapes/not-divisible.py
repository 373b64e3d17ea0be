from torch import nn

layer = nn.MultiheadAttention(10, 4)  # raises AssertionError: embed_dim must be
