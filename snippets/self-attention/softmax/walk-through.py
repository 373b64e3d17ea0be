import torch

scores = torch.tensor([8.2, -3.1, 5.7, -2.5])
claimed = torch.tensor([0.9999, 0.0, 0.0001, 0.0])

weights = torch.softmax(scores, dim=0)
print(weights.round(decimals=4))
print("as claimed:", torch.allclose(weights, claimed, atol=1e-2))
print(f"first to third: {torch.exp(scores[0] - scores[2]):.2f} to 1")
