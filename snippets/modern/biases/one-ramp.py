import torch
from attention import alibi_bias, causal_mask

generator = torch.Generator().manual_seed(123)
scores = torch.randn(2, 6, 6, generator=generator)
scores = scores.masked_fill(~causal_mask(6), -torch.inf)
slopes = torch.tensor([1 / 2, 1 / 8])

biased = torch.softmax(scores + alibi_bias(slopes, 6), dim=-1)
ramp = slopes[:, None, None] * torch.arange(6)  # of the key alone
print(biased[0, -1])
print(torch.softmax(scores + ramp, dim=-1)[0, -1])
