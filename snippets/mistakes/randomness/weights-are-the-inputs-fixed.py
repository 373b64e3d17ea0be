import torch

torch.manual_seed(123)
x = torch.randn(64, 64)
W_query = torch.randn(64, 64) / 64**0.5

queries = x @ W_query.T
print("mean of the diagonal:", queries.diagonal().mean())
print("spread of all:       ", queries.std())
print(x[0, :4], W_query[0, :4] * 8, sep="\n")
