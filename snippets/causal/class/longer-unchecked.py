import torch
from attention import causal_mask

mask, scores = causal_mask(6), torch.zeros(7, 7)
mask = mask[:7, :7]  # a slice does not complain
print(mask.shape)
scores.masked_fill(~mask, -torch.inf)  # raises RuntimeError: The size of
