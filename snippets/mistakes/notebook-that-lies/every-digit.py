import torch
from attention.examples import inputs

keys = torch.tensor(
    [
        [-0.1823, -0.1142, -0.1443, 0.0434, -0.6467, 0.3262],
        [-0.6888, -0.7676, -0.7728, -0.3580, -0.6476, -0.3395],
    ]
).T
values = torch.tensor(
    [
        [-0.5526, -0.5401, -0.5412, -0.2483, -0.4085, -0.2599],
        [-0.7627, 0.4147, 0.3956, 0.4370, -0.0622, 0.6266],
    ]
).T

torch.manual_seed(123)
draws = [torch.randn(3, 2) for _ in range(6)]
half = 0.000051  # half of the last digit, and a hair
print(torch.allclose(inputs @ draws[1], keys, rtol=0, atol=half))
print(torch.allclose(inputs @ draws[3], values, rtol=0, atol=half))
