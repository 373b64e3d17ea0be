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

weights = torch.softmax(keys @ journey / 3**0.5, dim=-1)
context = weights @ keys  # keys handed over, no values

print("weights", torch.round(weights, decimals=2))
print("context", context)
print("rounded", torch.round(context, decimals=2))
