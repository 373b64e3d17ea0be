import torch

device = "meta"  # or "cuda"

torch.manual_seed(123)
W_query = torch.rand(3, 2)
W_key = torch.rand(3, 2)
print(W_query, W_key, sep="\n")

W_query, W_key = W_query.to(device), W_key.to(device)
print(W_query.is_meta, W_key.is_meta)
