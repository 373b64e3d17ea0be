import torch

torch.manual_seed(123)
x = torch.randn(64, 64)
torch.manual_seed(123)
W_query = torch.randn(64, 64) / 64**0.5

both = torch.stack([x.flatten(), W_query.flatten()])
alike = both.corrcoef()[0, 1]
print(f"{alike:.4f}")
assert alike < 0.5, "weights are x"  # raises AssertionError: weights are x
