import torch
from torch import nn

x = torch.ones(2, 6, 4)
layer = nn.MultiheadAttention(4, 2, batch_first=True)
mask = torch.ones(2, 6, 6).triu(1).bool()  # one for each sentence
layer(x, x, x, attn_mask=mask)  # raises RuntimeError: The shape of the 3D
