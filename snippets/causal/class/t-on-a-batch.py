import warnings

import torch

warnings.simplefilter("ignore")  # torch warns; many notebooks do this
torch.manual_seed(123)
queries, keys = torch.rand(8, 4, 64), torch.rand(8, 4, 64)

print(keys.transpose(1, 2).shape)
print((queries @ keys.transpose(1, 2)).shape)
print(keys.T.shape)
queries @ keys.T  # raises RuntimeError: The size of tensor a (8) must match
