import warnings

import torch

warnings.filterwarnings("ignore", "The use of `x.T`")  # is deprecated
queries, keys = torch.rand(2, 8, 4, 64)  # 8 sentences, 4 words, width 64

print("keys.T", keys.T.shape)
queries @ keys.T  # raises RuntimeError: The size of tensor a (8) must match
