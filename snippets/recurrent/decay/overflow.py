import torch
from attention import decay_mask

logs = torch.full((200,), 0.4).log()
sums = logs.cumsum(dim=0)
factors = sums.exp()[:, None] * (-sums).exp()
print("from factors: ", (~factors.tril().isfinite()).sum().item(), end=" ")
print("of 20100 not finite, the first in row", end=" ")
print((~factors.tril().isfinite()).any(dim=1).int().argmax().item())
print("from sums:    ", (~decay_mask(logs).isfinite()).sum().item())
