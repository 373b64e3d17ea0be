import torch

Q = torch.arange(24).view(6, 4)  # each number is its place in memory
right, wrong = Q.view(6, 2, 2).transpose(0, 1), Q.view(2, 6, 2)

print(right.shape, wrong.shape)
print("head 0, right:", right[0].tolist())
print("head 0, wrong:", wrong[0].tolist())
