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
claimed = torch.tensor([1.37, 1.43, 1.08, 1.59])

scores = keys @ query
print("scores: ", scores)
print("claimed:", claimed)
print("weights:                ", torch.softmax(scores / 2, dim=-1))
print("weights of the claimed: ", torch.softmax(claimed / 2, dim=-1))
print(
    "claimed weights:        ", torch.tensor([0.229, 0.238, 0.199, 0.334])
)
