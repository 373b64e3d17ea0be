from itertools import permutations

import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(789)
layer = SelfAttentionV2(d_in=3, d_out=2)

orders = torch.tensor(list(permutations(range(6))))  # (720, 6)
after, expected = layer(inputs[orders]), layer(inputs)[orders]
only_moved = torch.isclose(after, expected, atol=1e-6).all(dim=(1, 2))
print("rows only moved:", only_moved.sum().item(), "of", len(orders))
