from attention import causal_mask
from torch import nn

nn.Parameter(causal_mask(6))  # raises RuntimeError: Only Tensors of
