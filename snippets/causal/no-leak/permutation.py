from itertools import permutations

import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
first = CausalAttention(3, 3, context_length=6, dropout=0.0)
second = CausalAttention(3, 3, context_length=6, dropout=0.0)

orders = torch.tensor(list(permutations(range(6))))
moved = (first(inputs)[orders] - first(inputs[orders])).abs()
print(
    "rows only moved:", (moved.amax(dim=(1, 2)) < 1e-6).sum().item(), end=""
)
print(" of", len(orders))

texts = inputs[orders[orders[:, 5] == 5]]  # step stays last
print("orders before step:", len(texts))
for layers, z in ((1, first(texts)), (2, second(first(texts)))):
    change = (z[:, 5] - z[0, 5]).abs().max()
    print("layers:", layers, "step unchanged:", (change < 1e-6).item())
