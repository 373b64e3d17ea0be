import math

import torch
from attention.examples import agreement_ids

entropy = math.log(8192) / 10
before = agreement_ids[:, :-1].flatten()
after = agreement_ids[:, 1:].flatten()
places = torch.arange(10).repeat(8192)

counts = torch.zeros(10, 26, 26)
counts.index_put_((places, before, after), torch.ones(()), accumulate=True)
probabilities = counts / counts.sum(dim=-1, keepdim=True)
loss = -probabilities[places, before, after].log().mean()

print(f"{loss - entropy:.4f}")
print(f"{3 * math.log(2) / 10:.4f}")
