import torch
from attention.distributed import draft_outcomes

p = torch.tensor([0.5, 0.3, 0.2]).double()
q = torch.tensor([0.2, 0.3, 0.5]).double()
kept, written = 0.0, torch.zeros(3).double()
for draft in range(3):  # every draft, and what can become of it
    word = torch.tensor([draft])
    keep, last = draft_outcomes(p.repeat(2, 1), q[None], word)
    written[draft] += q[draft] * keep[0]
    written += q[draft] * (1 - keep[0]) * last[0]
    kept += q[draft] * keep[0]
print("drafted ", *(f"{n:.4f}" for n in q.tolist()))
print("replaced by", *(f"{n:.4f}" for n in last[0].tolist()))
print("written ", *(f"{n:.4f}" for n in written.tolist()))
print("model   ", *(f"{n:.4f}" for n in p.tolist()))
print(f"kept {kept:.2f}")
