import torch
from attention import elu_plus_one

torch.manual_seed(0)
keys = torch.randn(1024, 64)
query = keys[0]  # so the first key matches
for name, scores in {
    "softmax": torch.exp(keys @ query / 8),
    "elu + 1": elu_plus_one(keys) @ elu_plus_one(query),
}.items():
    weight, times = scores[0] / scores.sum(), scores[0] / scores[1:].mean()
    print(f"{name}: weight {weight:.4f}", end=", ")
    print(f"{times:.1f} times the mean of the others")
print(f"equal weights: {1 / 1024:.4f}")
