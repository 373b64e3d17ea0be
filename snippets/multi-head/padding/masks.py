import torch
from attention import mask_from_lengths, padding_mask

lengths = torch.tensor([6, 2, 4])
mask = mask_from_lengths(lengths, num_tokens=6)

ids = torch.tensor(
    [[8, 3, 5, 7, 4, 6], [8, 3, 0, 0, 0, 0], [5, 7, 4, 6, 0, 0]]
)  # of a vocabulary in which 0 is <pad>
from_ids = padding_mask(ids, pad_id=0)
print(mask.shape, from_ids.shape)
print(mask[1, 0].int(), from_ids[1, 0].int())
