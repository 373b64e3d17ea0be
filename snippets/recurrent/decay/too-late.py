import torch
from attention import decayed_attention

torch.manual_seed(0)
queries, keys, values = torch.randn(3, 6, 4)
logs = torch.full((6,), 0.5).log()
right, _ = decayed_attention(queries, keys, values, logs)
state, late = torch.zeros(4, 4), []
for q, k, v in zip(queries, keys, values, strict=True):
    state = 0.5 * (state + torch.outer(k, v))  # write, then forget
    late.append(q @ state)
print(right[-1], late[-1])
