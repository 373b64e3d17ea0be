import torch

torch.manual_seed(0)
keys = torch.full((8, 4, 2), torch.nan)  # 8 blocks of 4 slots
values = keys.clone()
table = [5, 0, 2]  # the blocks of one sequence, in order
k, v, query = torch.randn(10, 2), torch.randn(10, 2), torch.randn(2)
for token in range(10):
    block, slot = table[token // 4], token % 4
    keys[block, slot], values[block, slot] = k[token], v[token]


def attend(query, keys, values):
    scores = keys @ query / keys.shape[-1] ** 0.5
    return scores.softmax(dim=0) @ values


gathered = [
    part[table].flatten(0, 1)[:10]  # without the slots that are empty
    for part in (keys, values)
]
print("from blocks", attend(query, *gathered))
print("in one row ", attend(query, k, v))
print("empty slots", 4 * len(table) - 10, "of", 4 * len(table))
