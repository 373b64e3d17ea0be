import math

import torch
from attention import rotary_frequencies, yarn_frequencies

d, base, s, n = 128, 500_000.0, 8.0, 8192


def pair(turns):  # that makes so many turns in n tokens
    return d * math.log(n / (2 * math.pi * turns)) / (2 * math.log(base))


first, last = math.floor(pair(32)), math.ceil(pair(1))
omega = rotary_frequencies(d, base)
r = ((torch.arange(d // 2) - first) / (last - first)).clamp(0, 1)
slowed = (1 - r) * omega + r * omega / s
print(f"the ramp: pairs {first} to {last}")
print((omega / slowed)[::8].float())
print((omega / yarn_frequencies(omega, base, s, n))[::8].float())
