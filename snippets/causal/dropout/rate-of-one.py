import torch
from attention import apply_dropout

ones = torch.ones(6, 6)
apply_dropout(ones, 1.0)  # raises ValueError: p must be in [0, 1)
