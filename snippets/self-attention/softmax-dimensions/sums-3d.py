import torch

tensor = torch.arange(1, 13).reshape(2, 2, 3)

print(tensor, tensor.shape)
for dim in (0, 1, 2):
    sums = tensor.sum(dim=dim)
    print(f"dim={dim}:", sums.tolist(), sums.shape)
