import torch

for d in (4, 64, 1024):
    query, keys = torch.ones(d), torch.ones(4, d)
    scores = keys @ query
    print("d =", d)
    print("  scores", scores[0], "scaled", scores[0] / d**0.5)
    print("  weights", torch.softmax(scores, dim=-1))
    print("  scaled ", torch.softmax(scores / d**0.5, dim=-1))
