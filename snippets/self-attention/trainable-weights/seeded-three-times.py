import torch
from attention import inputs

matrices = []
for _ in range(3):
    torch.manual_seed(123)  # wrong: once is enough
    matrices.append(torch.rand(3, 2))
W_query, W_key, W_value = matrices

print("the same:", torch.equal(W_query, W_key), torch.equal(W_key, W_value))
scores = (inputs @ W_query) @ (inputs @ W_key).T
print("symmetric:", torch.allclose(scores, scores.T, atol=1e-6))
