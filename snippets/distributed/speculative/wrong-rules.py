import torch

p = torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64)
q = torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64)
best_of_p, best_of_q = torch.eye(3, dtype=torch.float64)[[0, 2]]


def law(drafted, keep, replaced):
    """What is written, if refused drafts are replaced by these."""
    refused = (drafted * (1 - keep)).sum()
    return drafted * keep + refused * replaced / replaced.sum()


keep, rest = (p / q).clamp(max=1), (p - q).clamp(min=0)
rules = {
    "right": law(q, keep, rest),
    "replaced by a draw from p": law(q, keep, p),
    "replaced from |p - q|": law(q, keep, (p - q).abs()),
    "favourite of p kept alone": law(q, best_of_p, best_of_p),
    "greedy draft, q as it is": law(best_of_q, keep, rest),
    "greedy draft, its q is 1": law(
        best_of_q, p, (p - best_of_q).clamp(min=0)
    ),
}
for name, written in rules.items():
    off = (written - p).abs().sum() / 2
    print(f"{name:26}", *(f"{n:.2f}" for n in written), f"off {off:.2f}")
