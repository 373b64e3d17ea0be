import torch

torch.manual_seed(123)
d_model, d_k = 512, 64  # a model of eight heads: 512 / 8 = 64
queries, keys = torch.randn(9000, d_k), torch.randn(9000, d_k)
scores = (queries * keys).sum(dim=-1)

print(f"as it is:           {scores.std():.2f}")
print(f"by root of d_k:     {(scores / d_k**0.5).std():.2f}")
print(f"by root of d_model: {(scores / d_model**0.5).std():.2f}")
