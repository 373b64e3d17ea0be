import torch
import torch.nn.functional as F

torch.manual_seed(0)
keys, values = (
    F.normalize(torch.randn(3, 4, 5), dim=-1),
    torch.randn(3, 4, 2),
)
betas = torch.rand(3, 4, 1)  # three chunks of four tokens
system = torch.eye(4) + betas * (keys @ keys.mT).tril(-1)
known = betas * torch.cat([values, keys], dim=-1)
solved = torch.linalg.solve_triangular(system, known, upper=False)
of_values, of_keys = solved.split([2, 5], dim=-1)

state = torch.randn(5, 2)  # before the last chunk
now = betas[2] * (values[2] - keys[2] @ state)
print(torch.linalg.solve_triangular(system[2], now, upper=False)[-1])
print((of_values[2] - of_keys[2] @ state)[-1])
