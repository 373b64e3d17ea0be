import torch

torch.manual_seed(123)
weight = torch.nn.Linear(512, 64).weight

print(f"largest weight:      {weight.abs().max():.4f}")
print(f"1 / root of 512:     {512**-0.5:.4f}")
print(f"Xavier's bound:      {(6 / (512 + 64)) ** 0.5:.4f}")
