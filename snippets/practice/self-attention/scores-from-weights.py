import torch

weights = torch.tensor([0.5, 0.3, 0.2])
logs = weights.log()
scores = logs - logs.mean()

assert torch.allclose(scores.sum(), torch.tensor(0.0), atol=1e-6)
assert torch.allclose(torch.softmax(scores, dim=-1), weights, atol=1e-6)
print(f"answer: {scores[0]:.4f}")

print(f"the logarithm alone, so that the sum is not zero: {logs[0]:.4f}")
print(f"the smallest set to zero, not the sum: {logs[0] - logs[2]:.4f}")
print(f"weight minus mean, no logarithm: {weights[0] - weights.mean():.4f}")
print(f"the sum subtracted, not the mean: {logs[0] - logs.sum():.4f}")
