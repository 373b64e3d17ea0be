import torch

torch.manual_seed(123)
queries, keys = torch.randn(1000, 64), torch.randn(1000, 64)
scores = queries @ keys.T

print(f"scores: {scores.std():.1f}")
print(f"scores / root of  64: {(scores / 64**0.5).std():.1f}")
print(f"scores / root of 768: {(scores / 768**0.5).std():.1f}")
