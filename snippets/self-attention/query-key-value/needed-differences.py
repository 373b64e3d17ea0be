import math

import torch

journey = torch.tensor([0.8, 0.1, 0.2])  # its query
keys = torch.tensor(
    [
        [0.9, 0.1, 0.2],  # your
        [0.3, 0.7, 0.2],  # journey
        [0.1, 0.9, 0.3],  # starts
        [0.1, 0.2, 0.8],  # with
        [0.1, 0.1, 0.1],  # the
        [0.2, 0.7, 0.3],  # first
        [0.5, 0.2, 0.5],  # step
    ]
)

scaled = keys @ journey / 3**0.5  # journey asks
your, step, starts = scaled[[0, 6, 2]].tolist()
first, second = math.log(0.6 / 0.3), math.log(0.3 / 0.1)

print(f"your - step:   needs {first:.4f}, has {your - step:.4f}")
print(f"step - starts: needs {second:.4f}, has {step - starts:.4f}")
