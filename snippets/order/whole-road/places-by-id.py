import torch
from attention import inputs, position_table

ids = torch.tensor([8, 3, 5, 7, 4, 6])
wrong = inputs + position_table[ids]  # rows for words, not for places
right = inputs + position_table[torch.arange(6)]

print("journey, by id:   ", wrong[1])
print("journey, by place:", right[1])
