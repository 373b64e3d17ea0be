import torch

logs = torch.full((32,), -8.0, requires_grad=True)
later = torch.ones(32, 32).triu(1).bool()
sums = logs.cumsum(dim=0)
differences = sums[:, None] - sums  # large above the diagonal
after = differences.exp().masked_fill(later, 0)
before = differences.masked_fill(later, -torch.inf).exp()
for name, mask in (("after exp", after), ("before exp", before)):
    (slopes,) = torch.autograd.grad(mask.sum(), logs, retain_graph=True)
    finite, bad = mask.isfinite().sum(), slopes.isnan().sum()
    print(f"{name:10} {finite} of 1024 finite, {bad} of 32 gradients nan")
