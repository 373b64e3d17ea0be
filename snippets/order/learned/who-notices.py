import matplotlib.pyplot as plt
import torch
from attention import heatmap, inputs, position_table, tokens

swapped = [4, 1, 2, 3, 0, 5]  # swapped back by the same list
no_places, no_mask = torch.zeros(6, 3), torch.zeros(6, 6)
mask = torch.full((6, 6), -torch.inf).triu(diagonal=1)

columns = []
for places in (no_places, position_table[:6]):
    for added in (no_mask, mask):
        first, second = inputs + places, inputs[swapped] + places
        before = torch.softmax(first @ first.T + added, dim=-1) @ first
        after = torch.softmax(second @ second.T + added, dim=-1) @ second
        columns.append((after[swapped] - before).norm(dim=-1))
moved = torch.stack(columns, dim=1).round(decimals=4)

print(moved)
names = ["neither", "mask", "positions", "both"]
heatmap(moved, rows=tokens, columns=names, colour="context", decimals=3)
plt.show()
