import torch

query = torch.tensor([1.0, 0.5, 0.2, 0.8])
keys = torch.tensor(
    [
        [0.5, 1.0, 0.3, 0.2],
        [0.8, 0.2, 0.9, 0.1],
        [0.3, 0.7, 0.4, 0.6],
        [0.9, 0.1, 0.5, 0.8],
    ]
)
scores = keys @ query
print("scores: ", scores)
print("weights:", torch.softmax(scores / 2, dim=0))
print("claimed:", torch.tensor([0.229, 0.238, 0.199, 0.334]))
