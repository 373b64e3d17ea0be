import torch
from attention import softmax_jacobian


def norm(scores):
    return softmax_jacobian(scores).norm(dim=(-2, -1)).median()


print("   d  not scaled  scaled")
for d in (2, 16, 128, 1024, 4096):
    torch.manual_seed(123)
    queries = torch.randn(200, 1, d, dtype=torch.float64)
    keys = torch.randn(200, 6, d, dtype=torch.float64)
    scores = (queries * keys).sum(dim=-1)
    print(f"{d:4}  {norm(scores):10.1e}  {norm(scores / d**0.5):.4f}")
