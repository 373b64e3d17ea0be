import torch

scores = torch.tensor([8.2, -3.1, 5.7, -2.5])
claimed = torch.tensor([0.9999, 0.0, 0.0001, 0.0])
claimed_by_8 = torch.tensor([0.39, 0.09, 0.28, 0.10])

ratio = torch.exp(scores[0] - scores[2])
print(f"first to third: {ratio:.2f} to 1")
print(f"sum of the claimed: {claimed.sum():.4f}")
print(f"sum of the claimed, by 8: {claimed_by_8.sum():.2f}")
