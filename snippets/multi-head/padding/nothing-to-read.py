import torch
from attention import causal_mask, combine_masks, mask_from_lengths

padding_left = torch.tensor([[False, False, True, True]])  # in front
mask = combine_masks(causal_mask(4), padding_left)
print(mask.int())
print("may read something:", mask.any(dim=-1).tolist())

empty = mask_from_lengths(torch.tensor([3, 0]), num_tokens=4)
print("may read something:", empty.any(dim=-1).flatten().tolist())
