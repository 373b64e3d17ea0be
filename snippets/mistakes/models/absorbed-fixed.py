import torch

torch.manual_seed(123)
x, latent = torch.randn(6, 4), torch.randn(6, 3)
W_query, W_up = torch.randn(4, 4), torch.randn(3, 4)

queries = (x @ W_query).view(6, 2, 2).transpose(0, 1)
keys = (latent @ W_up).view(6, 2, 2).transpose(0, 1)
explicit = queries @ keys.mT

per_head_query = W_query.view(4, 2, 2).transpose(0, 1)  # cut,
per_head_up = W_up.view(3, 2, 2).transpose(0, 1)
absorbed = per_head_query @ per_head_up.mT  # then multiplied: (2, 4, 3)
scores = x @ absorbed @ latent.T
print("each head:", torch.allclose(scores, explicit, atol=1e-4))
