import torch
from attention import rotate

torch.manual_seed(123)
queries, keys = torch.randn(2, 3, 128, dtype=torch.float64)
positions = torch.tensor([0, 1, 100])


def scores(base):
    turned = (rotate(x, positions, base) for x in (queries, keys))
    first, second = turned
    return first @ second.T


trained = scores(500_000.0)
print(trained[2])
print(scores(500_000.0 * 2048 / 8192)[2])  # "for 2,048 tokens"
