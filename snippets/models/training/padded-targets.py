import torch
import torch.nn.functional as F

PAD = 12
targets = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6, 11], [7, 11, *[PAD] * 7]])
logits = torch.zeros(2, 9, 13)  # all words equally likely,
logits[targets == PAD, PAD] = 20.0  # but sure where padding is

logits, targets = logits.flatten(0, 1), targets.flatten()
print(f"padding counted:     {F.cross_entropy(logits, targets):.2f}")
loss = F.cross_entropy(logits, targets, ignore_index=PAD)
print(f"padding not counted: {loss:.2f}")
