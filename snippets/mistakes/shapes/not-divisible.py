from torch import nn

<<<<<<< HEAD
layer = nn.MultiheadAttention(
    10, 4
)  # raises AssertionError: must be divisible
=======
layer = nn.MultiheadAttention(10, 4)  # raises AssertionError: embed_dim must be
>>>>>>> w7
