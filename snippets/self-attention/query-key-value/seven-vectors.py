import torch

words = ("your", "journey", "starts", "with", "the", "first", "step")
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
values = torch.tensor(
    [
        [1.0, 0.0, 0.0],
        [0.2, 1.0, 0.0],
        [0.0, 0.8, 0.6],
        [0.0, 0.3, 0.9],
        [0.0, 0.0, 0.0],
        [0.3, 0.9, 0.1],
        [0.1, 0.6, 0.9],
    ]
)
