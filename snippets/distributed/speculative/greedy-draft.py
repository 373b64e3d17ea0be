import torch
from attention.distributed import draft_outcomes

p = torch.tensor([[0.5, 0.3, 0.2], [0.5, 0.3, 0.2]])
q = torch.tensor([[0.0, 0.0, 1.0]])  # the draft's favourite, always
kept, last = draft_outcomes(p, q, torch.tensor([2]))
print("kept    ", kept)
print("replaced", last[0])
print("written ", kept * q[0] + (1 - kept) * last[0])
