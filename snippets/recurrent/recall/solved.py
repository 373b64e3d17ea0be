import torch

torch.manual_seed(0)
keys, values = torch.randn(2, 128, 64)
for num_keys in (64, 128):
    state = torch.linalg.lstsq(keys[:num_keys], values[:num_keys]).solution
    left = keys[:num_keys] @ state - values[:num_keys]
    error = left.norm(dim=-1) / values[:num_keys].norm(dim=-1)
    print(f"{num_keys} pairs: error / length {error.mean():.1f}")
