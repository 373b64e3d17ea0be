import torch

places, bits = torch.arange(16), torch.arange(4)
codes = ((places[:, None] >> bits) % 2).float()

for p, q in [(6, 7), (7, 8), (0, 8)]:
    print(f"from {p} to {q}: {torch.dist(codes[p], codes[q]):.4f}")
