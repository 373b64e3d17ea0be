import torch
import torch.nn.functional as F
from attention import delta_rule

torch.manual_seed(0)
keys, values = F.normalize(torch.randn(5, 3), dim=-1), torch.randn(5, 2)
betas, start = torch.rand(5), torch.randn(3, 2)

system = torch.eye(5) + betas[:, None] * (keys @ keys.mT).tril(-1)
known = betas[:, None] * (values - keys @ start)
writes = torch.linalg.solve_triangular(system, known, upper=False)
print(start + keys.mT @ writes)

_, state = delta_rule(keys, keys, values, betas, state=start)
print(state)
