import torch
from attention import causal_mask

cap, mask = 50.0, causal_mask(4)
for allowed in (0.0, -30.0, -100.0):
    scores = torch.full((4, 4), allowed)
    right = cap * torch.tanh(scores / cap)
    right = right.masked_fill(~mask, -torch.inf).softmax(dim=-1)
    wrong = scores.masked_fill(~mask, -torch.inf)
    wrong = (cap * torch.tanh(wrong / cap)).softmax(dim=-1)
    print(
        f"scores of {allowed:4.0f}: the first query gives the future ",
        end="",
    )
    print(f"{right[0, 1:].sum():.0f} and {wrong[0, 1:].sum():.2g}")
