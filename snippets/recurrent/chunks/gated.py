import torch
import torch.nn.functional as F
from attention import decay_mask, delta_rule

torch.manual_seed(0)
keys, values = F.normalize(torch.randn(5, 3), dim=-1), torch.randn(5, 2)
betas, logs, start = torch.rand(5, 1), -torch.rand(5), torch.randn(3, 2)

mask, since = decay_mask(logs), logs.cumsum(dim=0).exp()[:, None]
system = torch.eye(5) + betas * (mask * (keys @ keys.mT)).tril(-1)
known = betas * (values - since * keys @ start)
writes = torch.linalg.solve_triangular(system, known, upper=False)
print(since[-1] * start + (mask[-1, :, None] * keys).mT @ writes)

_, state = delta_rule(keys, keys, values, betas[:, 0], logs, start)
print(state)
