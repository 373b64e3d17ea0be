import torch

journey = torch.tensor([0.8, 0.1, 0.2])  # its query
keys = torch.tensor(
    [
        [0.9, 0.1, 0.2],  # your
        [0.3, 0.7, 0.2],  # journey
        [0.1, 0.9, 0.3],  # starts
        [0.1, 0.2, 0.8],  # with
        [0.1, 0.1, 0.1],  # the
        [0.2, 0.7, 0.3],  # first
        [0.5, 0.2, 0.5],  # step
    ]
)

scores = keys @ journey
weights = torch.softmax(scores / 3**0.5, dim=0)

print("your, step, starts:", scores[[0, 6, 2]])
print("weights of all seven words:")
print(weights)
