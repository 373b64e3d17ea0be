import torch

END = 11
targets = torch.tensor(
    [[3, 1, 4, 1, 5, 9, 2, 6, END], [7, END, *[END] * 7]]
)
counted = targets[targets != END]  # what ignore_index=END leaves
print("answer:", int((counted == END).sum()))

print("one end of each answer:", len(targets))
print("all ids of the end, padding too:", int((targets == END).sum()))
