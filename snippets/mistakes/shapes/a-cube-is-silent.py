import warnings

import torch

warnings.filterwarnings("ignore", "The use of `x.T`")  # is deprecated
torch.manual_seed(123)
queries, keys = torch.rand(2, 4, 4, 4)  # 4 sentences, 4 words, width 4
scores = queries @ keys.T

keys[3] = 0.0  # another last sentence; what is read in the first?
print(scores[0])
print((queries @ keys.T)[0])
