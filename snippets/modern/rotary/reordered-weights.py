import torch
from attention import rotate, split_heads, to_halves


def rotate_neighbours(x, positions):  # pairs 2i and 2i + 1
    halves = torch.cat([x[..., 0::2], x[..., 1::2]], dim=-1)
    first, second = rotate(halves, positions).chunk(2, dim=-1)
    return torch.stack([first, second], dim=-1).flatten(-2)


torch.manual_seed(123)
x, W_query, W_key = (
    torch.randn(6, 3),
    torch.randn(16, 3),
    torch.randn(16, 3),
)
positions = torch.arange(6)


def scores(turn, W_query, W_key):
    queries = turn(split_heads(x @ W_query.T, 2), positions)
    keys = turn(split_heads(x @ W_key.T, 2), positions)
    return queries @ keys.mT


print(to_halves(torch.arange(16.0), 2).view(2, 8))
expected = scores(rotate_neighbours, W_query, W_key)
same = scores(rotate, to_halves(W_query, 2), to_halves(W_key, 2))
wrong = scores(rotate, W_query, W_key)
print("neighbours: ", expected[0, 1, :3])
print("reordered:  ", same[0, 1, :3])
print("as they are:", wrong[0, 1, :3])
