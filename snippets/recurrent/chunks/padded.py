import torch
import torch.nn.functional as F
from attention import delta_rule

torch.manual_seed(0)
keys, values = F.normalize(torch.randn(5, 3), dim=-1), torch.randn(5, 2)
betas, logs = torch.rand(5), -torch.rand(5)
_, state = delta_rule(keys, keys, values, betas, logs)
keys, values = (F.pad(x, (0, 0, 0, 3)) for x in (keys, values))
betas, logs = F.pad(betas, (0, 3)), F.pad(logs, (0, 3))
_, padded = delta_rule(keys, keys, values, betas, logs)
print(state)
print(padded)
