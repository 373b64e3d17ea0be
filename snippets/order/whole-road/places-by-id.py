import torch
from attention.examples import inputs, position_table

ids = torch.tensor([8, 3, 5, 7, 4, 6])
for order in ([0, 1, 2, 3, 4, 5], [0, 2, 1, 3, 4, 5]):
    wrong = inputs[order] + position_table[ids[order]]  # rows of words
    right = inputs[order] + position_table[torch.arange(6)]
    journey = order.index(1)
    print(f"journey at {journey}:", wrong[journey], right[journey])
