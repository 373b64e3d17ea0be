import warnings

import torch

warnings.simplefilter("ignore")
torch.manual_seed(123)
queries, keys = torch.rand(4, 4, 4), torch.rand(4, 4, 4)
other = keys.clone()
other[1] = 0.0  # another second sentence

print((queries @ keys.transpose(1, 2)).shape, (queries @ keys.T).shape)
print("scores of the first sentence, before and after:")
print((queries @ keys.transpose(1, 2))[0, 0])
print((queries @ other.transpose(1, 2))[0, 0])
print("the same with .T:")
print((queries @ keys.T)[0, 0])
print((queries @ other.T)[0, 0])
