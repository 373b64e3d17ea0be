import torch


def window_mask(num_tokens, window):
    positions = torch.arange(num_tokens)
    back = (
        positions[:, None] - positions
    )  # how far key j lies behind query i
    return (back >= 0) & (back < window)


mask = window_mask(6, 3)
by_loop = torch.zeros(6, 6, dtype=torch.bool)
for query in range(6):
    for key in range(max(0, query - 2), query + 1):
        by_loop[query, key] = True
assert torch.equal(mask, by_loop)

print(mask.int())
print("pairs:", int(mask.sum()))
