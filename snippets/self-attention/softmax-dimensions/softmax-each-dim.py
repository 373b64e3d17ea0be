import torch

tensor = torch.arange(1.0, 13.0).reshape(2, 2, 3)

for dim in (0, 1, 2):
    weights = torch.softmax(tensor, dim=dim)
    sums = weights.sum(dim=dim)
    all_one = torch.allclose(sums, torch.ones_like(sums), atol=1e-6)
    print(f"dim={dim}:", weights.shape, sums.shape, "sums of 1:", all_one)
