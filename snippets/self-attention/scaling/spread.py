import torch

print("   d   mean / root  standard deviation  root of d")
for d in (2, 16, 128, 1024, 4096):
    torch.manual_seed(123)
    scores = (torch.randn(2000, d) * torch.randn(2000, d)).sum(dim=-1)
    root = d**0.5
    print(
        f"{d:4}  {scores.mean() / root:12.2f}"
        f"  {scores.std():18.2f}  {root:9.2f}"
    )
