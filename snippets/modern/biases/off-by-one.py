import torch
from attention import alibi_bias, alibi_slopes, causal_mask

generator = torch.Generator().manual_seed(123)
scores = torch.randn(8, 6, 6, generator=generator)
scores = scores.masked_fill(~causal_mask(6), -torch.inf)
slopes = alibi_slopes(8)
right = torch.softmax(scores + alibi_bias(slopes, 6), dim=-1)

further = alibi_bias(slopes, 6) - slopes[:, None, None]  # i - j + 1
print(torch.allclose(torch.softmax(scores + further, dim=-1), right))

from_zero = torch.tensor([2.0 ** (-8 * h / 8) for h in range(8)])
wrong = torch.softmax(scores + alibi_bias(from_zero, 6), dim=-1)
print((wrong - right).abs().max() > 0.05)
