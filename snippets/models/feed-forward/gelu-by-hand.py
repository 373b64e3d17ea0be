import math

import torch
from torch.nn.functional import gelu

x = torch.tensor([-3.0, -1.0, 0.0, 1.0, 3.0])
exact = x * (1 + torch.erf(x / math.sqrt(2))) / 2
inside = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
with_tanh = x * (1 + torch.tanh(inside)) / 2
print(exact, gelu(x), sep="\n")
print(with_tanh, gelu(x, approximate="tanh"), sep="\n")
