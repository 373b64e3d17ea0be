import torch
from attention import plane_keys, plane_queries, plane_values

queries, keys, values = plane_queries, plane_keys, plane_values
square = (queries @ keys.mT) @ values  # 8 x 8 numbers in between
moved = queries @ (keys.mT @ values)  # 2 x 2 numbers in between
print(square[3], moved[3])
for n in (64, 1_024, 65_536):
    print(f"{n:6,} tokens of width 64: {2 * n * n * 64:15,} or", end=" ")
    print(f"{2 * n * 64 * 64:11,} products")
