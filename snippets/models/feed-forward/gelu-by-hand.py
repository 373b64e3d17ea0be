import math

import torch

x = torch.tensor([-3.0, -1.0, 0.0, 1.0, 3.0])
exact = x * (1 + torch.erf(x / math.sqrt(2))) / 2
inside = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
with_tanh = x * (1 + torch.tanh(inside)) / 2
print(exact, with_tanh, sep="\n")

gelu = torch.nn.functional.gelu
print(torch.allclose(exact, gelu(x), atol=1e-6))
print(torch.allclose(with_tanh, gelu(x, approximate="tanh"), atol=1e-6))
