import torch
from attention.examples import inputs

with_, other = inputs[3], -3 * inputs[0]
dot = torch.dot(with_, other)
print(f"answer: {dot / (with_.norm() * other.norm()):.4f}")

cosine = torch.cosine_similarity(with_, inputs[0], dim=0)
print(f"the minus sign is lost: {cosine:.4f}")
print(f"the factor is kept, and cosine forgets it: {-3 * cosine:.4f}")
print(f"the dot product, not divided by lengths: {dot:.4f}")
print(f"divided by one of the two lengths only: {dot / other.norm():.4f}")
