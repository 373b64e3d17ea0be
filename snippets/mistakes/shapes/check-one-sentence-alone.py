import warnings

import torch

warnings.filterwarnings("ignore", "The use of `x.T`")  # is deprecated
queries, keys = torch.rand(2, 4, 4, 4)

scores, alone = queries @ keys.T, queries[0] @ keys[0].T
same = torch.allclose(scores[0], alone, atol=1e-6)
assert same, "a batch must change nothing"  # raises AssertionError: a batch
