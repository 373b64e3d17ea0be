from itertools import permutations

import torch
from attention import SelfAttentionV2
from attention.examples import inputs, position_table

torch.manual_seed(789)
layer = SelfAttentionV2(d_in=3, d_out=2)
positions = position_table[:6]

orders = torch.tensor(list(permutations(range(6))))
after = layer(inputs[orders] + positions)
expected = layer(inputs + positions)[orders]
only_moved = torch.isclose(after, expected, atol=1e-6).all(dim=(1, 2))
print("rows only moved:", only_moved.sum().item(), "of", len(orders))
