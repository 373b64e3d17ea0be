import torch

torch.manual_seed(123)
print("p     1/(1-p)   mean kept   scaled")
for p in (0.1, 0.2, 0.5, 0.9):
    kept = (torch.rand(100_000) >= p).float()  # of 100,000 ones
    scale = 1 / (1 - p)
    mean = kept.mean()
    print(f"{p}   {scale:7.4f}   {mean:9.4f}   {mean * scale:.4f}")
