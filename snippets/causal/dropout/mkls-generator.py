# What torch up to 2.6 drew on Intel processors, computed
import torch

torch.manual_seed(123)
number = torch.empty((), dtype=torch.int64).random_(-(2**63), None)
state = int(number >> 32) % 2**32  # torch's first 32 bits: the seed

m, kept = 2**31 - 1, []
state = state % m
for _ in range(36):
    kept.append(state / m < 0.5)
    state = 1132489760 * state % m  # and so on, from number to number

print(torch.tensor(kept).reshape(6, 6) * torch.ones(6, 6) / (1 - 0.5))
