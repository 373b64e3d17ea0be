# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import rotate
from attention.plotting import curves

torch.manual_seed(123)
query, key = torch.randn(2, 1, 128, dtype=torch.float64)
last = torch.arange(3000, 3201)


def scores(m, n):
    queries = rotate(query.expand(len(m), 128), m)
    return (queries * rotate(key.expand(len(n), 128), n)).sum(dim=-1)


one_rule = scores(last / 4, (last - 10) / 4)
mixed = scores(last / 4, last - 10)  # the key was cached before
curves(
    last,
    {"one rule": one_rule, "mixed": mixed},
    xlabel="position of the query",
    ylabel="score at distance 10",
)
plt.show()
