import torch
from attention import causal_mask

cap, mask = 50.0, causal_mask(4)
print("allowed  cap first  mask first")
for allowed in (0.0, -30.0, -100.0):
    scores = torch.full((4, 4), allowed)
    right = cap * torch.tanh(scores / cap)
    right = right.masked_fill(~mask, -torch.inf).softmax(dim=-1)
    wrong = scores.masked_fill(~mask, -torch.inf)
    wrong = (cap * torch.tanh(wrong / cap)).softmax(dim=-1)
    given = right[0, 1:].sum(), wrong[0, 1:].sum()  # by the first query
    print(f"{allowed:7.0f} {given[0]:10.0f} {given[1]:11.2g}")
