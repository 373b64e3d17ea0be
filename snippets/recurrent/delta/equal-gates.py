import torch
import torch.nn.functional as F
from attention import delta_rule

torch.manual_seed(0)
queries, keys, values = torch.randn(3, 6, 4)
keys, betas = F.normalize(keys, dim=-1), torch.rand(6)
logs = -torch.rand(6)
gated, _ = delta_rule(queries, keys, values, betas, logs)
channels, _ = delta_rule(
    queries, keys, values, betas, logs[:, None].expand(6, 4)
)
print(gated[-1])
print(channels[-1])
