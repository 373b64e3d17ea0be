from torch import nn


class Attention(nn.Module):
    pass


layer = Attention()


class Attention(nn.Module):
    pass


alike = type(layer) is Attention
assert alike, "made by an older class"  # raises AssertionError: made by
