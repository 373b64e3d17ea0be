import torch

positions, bits = torch.arange(17), torch.arange(4)
codes = (positions[:, None] >> bits) % 2  # lowest bit first

for position in (0, 1, 7, 8, 15, 16):
    print(position, codes[position])
for p, q in ((6, 7), (7, 8), (0, 8)):
    distance = torch.dist(codes[p].float(), codes[q].float())
    print(f"from {p} to {q}: {distance:.4f}")
