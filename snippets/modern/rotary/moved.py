import torch
from attention import rotate, sinusoidal_positions

torch.manual_seed(123)
queries, keys = torch.randn(2, 6, 8, dtype=torch.float64)


def added(x, positions):
    return x + sinusoidal_positions(positions, 8, dtype=x.dtype)


here, there = torch.arange(6), torch.arange(6) + 1000
for name, place in (("turned", rotate), ("added", added)):
    scores = place(queries, here) @ place(keys, here).T
    moved = place(queries, there) @ place(keys, there).T
    print(name, torch.allclose(scores, moved), end=" ")
    lengths = place(queries, here).norm(dim=-1)
    print(torch.allclose(lengths, queries.norm(dim=-1)))
