import torch
from attention.examples import inputs

W_query = torch.tensor(
    [[-0.9724, -0.7550], [0.3239, -0.1085], [0.2103, -0.3908]]
)
keys = torch.tensor(  # as printed; here one line a feature
    [
        [-0.1823, -0.1142, -0.1443, 0.0434, -0.6467, 0.3262],
        [-0.6888, -0.7676, -0.7728, -0.3580, -0.6476, -0.3395],
    ]
).T

print(keys)
print(torch.allclose(inputs @ W_query, keys, rtol=0, atol=2e-4))
