import warnings

import torch

warnings.simplefilter("ignore")  # torch warns that this .T is deprecated
queries, keys = torch.rand(8, 4, 64), torch.rand(8, 4, 64)

print(keys.T.shape)
queries @ keys.T  # raises RuntimeError: The size of tensor a (8)
