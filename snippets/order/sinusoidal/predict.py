import torch
from attention import sinusoidal_positions

vector = sinusoidal_positions(torch.tensor(1000), d_model=10)
print(f"answer: {vector.norm():.4f}")

print(f"the square of the length: {vector.square().sum():.4f}")
print(f"as if each of the ten features were 1: {10**0.5:.4f}")
print(f"one pair only: {vector[:2].norm():.4f}")
print(f"the position itself: {1000:.4f}")
