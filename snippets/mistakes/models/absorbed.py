import torch

torch.manual_seed(123)
x, latent = torch.randn(6, 4), torch.randn(6, 3)
W_query, W_up = torch.randn(4, 4), torch.randn(3, 4)

queries = (x @ W_query).view(6, 2, 2).transpose(0, 1)
keys = (latent @ W_up).view(6, 2, 2).transpose(0, 1)
explicit = queries @ keys.mT  # (num_heads=2, 6, 6)

absorbed = (W_query @ W_up.T).view(2, 2, 3)  # multiplied, then cut
claimed = x.view(6, 2, 2).transpose(0, 1) @ absorbed @ latent.T
print("each head:", torch.allclose(claimed, explicit, atol=1e-4))
sums = torch.allclose(claimed.sum(0), explicit.sum(0), atol=1e-4)
print("their sum:", sums)
