import torch
from attention import SelfAttentionV2, inputs, position_table

torch.manual_seed(789)
layer = SelfAttentionV2(d_in=3, d_out=2)
swapped = [4, 1, 2, 3, 0, 5]

for places in (position_table[5], position_table[:6]):
    before = layer(inputs + places)
    after = layer(inputs[swapped] + places)
    moved = torch.allclose(after, before[swapped], atol=1e-6)
    print(tuple(places.shape), tuple(before.shape), "only moved:", moved)
