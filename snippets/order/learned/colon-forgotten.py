import torch
from attention import SelfAttentionV2
from attention.examples import inputs, position_table

torch.manual_seed(789)
layer = SelfAttentionV2(d_in=3, d_out=2)
swapped = [4, 1, 2, 3, 0, 5]

for positions in (position_table[5], position_table[:6]):
    before = layer(inputs + positions)
    after = layer(inputs[swapped] + positions)
    changed = (after - before[swapped]).abs().max()
    print(tuple(positions.shape), tuple(before.shape), f"{changed:.5f}")
