import torch
from attention import causal_mask, rotate, scaled_dot_product_attention


def rotate_neighbours(x, positions):  # pairs 2i and 2i + 1
    halves = torch.cat([x[..., 0::2], x[..., 1::2]], dim=-1)
    first, second = rotate(halves, positions).chunk(2, dim=-1)
    return torch.stack([first, second], dim=-1).flatten(-2)


def attend(turn, queries, keys, values):
    n = len(queries)
    positions = torch.arange(n)
    turned = turn(queries, positions), turn(keys, positions)
    return scaled_dot_product_attention(*turned, values, causal_mask(n))[0]


torch.manual_seed(123)
queries, keys, values = torch.randn(3, 6, 8)
one = attend(rotate, queries, keys, values)
other = attend(rotate_neighbours, queries, keys, values)
for p in range(6):
    print(p, one[p, :2], other[p, :2])
