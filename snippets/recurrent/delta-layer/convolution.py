import torch
from attention import short_convolution
from torch import nn

torch.manual_seed(123)
x = torch.randn(6, 5)  # six tokens of five channels
conv = nn.Conv1d(5, 5, 4, groups=5, bias=False)
w = conv.weight[:, 0].T.detach()  # four weights for each channel
whole, kept = short_convolution(x, conv.weight)
print("by hand     ", sum(w[j] * x[5 - 3 + j] for j in range(4)))
print("package     ", whole[5].detach())

past, steps = None, []
for token in x:
    y, past = short_convolution(token[None], conv.weight, past=past)
    steps.append(y)
print("step by step", torch.cat(steps)[5].detach())
print("kept", tuple(past.shape), "of", tuple(x.shape))
