import torch
from attention import inputs, position_table


def mix(x):
    return torch.softmax(x @ x.T, dim=-1) @ x


swapped = [4, 1, 2, 3, 0, 5]
for places in (position_table[5], position_table[:6]):
    before, after = mix(inputs + places), mix(inputs[swapped] + places)
    moved = torch.allclose(after, before[swapped], atol=1e-6)
    print(tuple(places.shape), tuple(before.shape), "only moved:", moved)
