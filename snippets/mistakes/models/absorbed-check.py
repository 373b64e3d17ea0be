import torch

torch.manual_seed(123)
x, latent = torch.randn(6, 4), torch.randn(6, 3)
W_query, W_up = torch.randn(4, 4), torch.randn(3, 4)
query, key = (x @ W_query)[:, :2], (latent @ W_up)[:, :2]  # of head 0
claimed = x[:, :2] @ (W_query @ W_up.T)[:2] @ latent.T

same = torch.allclose(claimed, query @ key.T, atol=1e-4)
assert same, "other scores"  # raises AssertionError: other scores
