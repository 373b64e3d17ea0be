import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
W_query, W_key = torch.rand(512, 64), torch.rand(512, 64)
queries, keys = x @ W_query, x @ W_key

scores = queries @ keys.T
print(f"mean of the queries: {queries.mean():.1f}")
print("scores:", " ".join(f"{score:.3e}" for score in scores[2]))
print("scaled:", " ".join(f"{score:.3e}" for score in scores[2] / 64**0.5))
print(torch.softmax(scores / 64**0.5, dim=-1))
