import torch
from attention import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)

scores = (inputs @ W_query) @ (inputs @ W_key).T
print(scores)
print("symmetric:", torch.allclose(scores, scores.T, atol=1e-6))
