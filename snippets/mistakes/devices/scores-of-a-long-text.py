import torch

queries = torch.empty(12, 100_000, 64, device="meta")
keys = torch.empty_like(queries)
scores = queries @ keys.transpose(-2, -1)

for name, tensor in (("queries", queries), ("scores", scores)):
    print(f"{name:7} {list(tensor.shape)}: {tensor.nbytes / 1e9:.2f} GB")
