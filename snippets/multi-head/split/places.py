import torch

places = torch.arange(24).view(6, 4)  # each number is its place in memory
split = places.view(6, 2, 2).transpose(0, 1)

print("head 0:", split[0].tolist())
print("head 1:", split[1].tolist())
