from torch import nn

nn.MultiheadAttention(10, 4)  # raises AssertionError: embed_dim must be
