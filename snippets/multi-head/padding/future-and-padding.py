import torch
from attention import causal_mask, combine_masks, mask_from_lengths

padding = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)
mask = combine_masks(causal_mask(6), padding)

print(causal_mask(6).shape, padding.shape, mask.shape)
print(mask[2].int())
