import torch

torch.manual_seed(123)
for d in (4, 64, 1024):
    queries, keys = torch.randn(2000, d), torch.randn(2000, d)
    scores = (queries * keys).sum(dim=-1)
    print(f"d = {d:4}: spread {scores.std():5.1f}, root of d {d**0.5:4.0f}")
