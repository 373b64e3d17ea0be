import torch

p = torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64)
q = torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64)
written = torch.zeros(3, dtype=torch.float64)
for draft in range(3):
    for drawn in range(3):  # from p, whatever the draft is
        written[drawn] += q[draft] * p[drawn]
print("written", *(f"{n:.2f}" for n in written))
print(f"kept {(p * q).sum():.2f}, not {torch.minimum(p, q).sum():.2f}")
