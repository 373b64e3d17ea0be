import torch

scores = torch.tensor([1.37, 1.43, 1.08, 1.59])
claimed = torch.tensor([0.229, 0.238, 0.199, 0.334])

follows = torch.allclose(
    torch.softmax(scores / 2, dim=0), claimed, atol=1e-3
)
assert follows, "other weights"  # raises AssertionError: other weights
