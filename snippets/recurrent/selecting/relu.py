import torch
from attention import index_scores, select_keys

torch.manual_seed(123)
queries, keys = torch.randn(4, 100, 32), torch.randn(200, 32)
for name in ("weights of either sign", "weights above 0"):
    weights = torch.randn(100, 4)
    weights = weights.abs() if name == "weights above 0" else weights
    scores = index_scores(queries, keys, weights)
    linear = torch.einsum("hqk,qh->qk", queries @ keys.T, weights)
    both = select_keys(scores, 16) & select_keys(linear, 16)
    print(f"{name:22}  the same without ReLU: {both.sum() / 1600:.0%}")
