import torch

query = torch.tensor([-1.1729, -0.0048])
keys = torch.tensor(
    [
        [-0.1823, -0.1142, -0.1443, 0.0434, -0.6467, 0.3262],
        [-0.6888, -0.7676, -0.7728, -0.3580, -0.6476, -0.3395],
    ]
).T
scores = torch.tensor([0.2172, 0.1376, 0.1730, -0.0491, 0.7616, -0.3809])

print(torch.allclose(keys @ query, scores, rtol=0, atol=2e-4))
