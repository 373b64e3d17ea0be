import torch
from attention import causal_mask, mask_from_lengths

prefixes = torch.tensor([0, 2, 5])
mask = causal_mask(6) | mask_from_lengths(prefixes, 6)
print(mask.shape)
print(mask[1].int())

by_loop = torch.zeros(3, 6, 6, dtype=torch.bool)
for sentence, prefix in enumerate(prefixes.tolist()):
    for query in range(6):
        for key in range(6):
            allowed = key < prefix or key <= query
            by_loop[sentence, query, key] = allowed
assert torch.equal(mask, by_loop)

counts = mask.sum(dim=(1, 2))
assert torch.equal(counts, 21 + prefixes * (prefixes - 1) // 2)
print("pairs:", counts.tolist())
