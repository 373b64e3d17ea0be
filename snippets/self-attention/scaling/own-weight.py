import torch

print("   d   gap  gap / root  weight")
for d in (64, 512, 2048, 4096, 8192):
    torch.manual_seed(123)
    x = torch.rand(4, d)
    scores = x @ x[2]
    gap = scores[2] - scores[[0, 1, 3]].max()
    weight = torch.softmax(scores / d**0.5, dim=-1)[2]
    print(f"{d:4} {gap:5.0f}  {gap / d**0.5:10.1f}  {weight:.3f}")
