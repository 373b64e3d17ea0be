import torch
from attention import sinusoidal_positions

place = sinusoidal_positions(torch.tensor(1000), d_model=10)
print(f"answer: {place.norm():.4f}")

print(f"the square of the length: {place.square().sum():.4f}")
print(f"as if each of the ten features were 1: {10**0.5:.4f}")
print(f"one pair only: {place[:2].norm():.4f}")
print(f"the place itself: {1000:.4f}")
