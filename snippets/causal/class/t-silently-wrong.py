import warnings

import torch

warnings.filterwarnings("ignore", "The use of `x.T`")  # all that torch does
torch.manual_seed(123)
queries, keys = torch.rand(4, 4, 4), torch.rand(4, 4, 4)
other = keys.clone()
other[1] = 0.0  # another second sentence

print("transpose(1, 2):")
for k in (keys, other):
    print((queries @ k.transpose(1, 2))[0, 0])  # the first sentence
print(".T:")
for k in (keys, other):
    print((queries @ k.T)[0, 0])
