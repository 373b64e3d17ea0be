import torch
from attention import inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
query, keys, values = inputs[1] @ W_query, inputs @ W_key, inputs @ W_value
scores = query @ keys.T
weights = torch.softmax(scores / 2**0.5, dim=-1)

for what, computed, printed in (
    ("query", query, [0.4306, 1.4551]),
    ("one score", scores[1], 1.8524),
    ("scores", scores, [1.2705, 1.8524, 1.8111, 1.0795, 0.5577, 1.5440]),
    ("weights", weights, [0.1500, 0.2264, 0.2199, 0.1311, 0.0906, 0.1820]),
    ("context", weights @ values, [0.3061, 0.8210]),
):
    same = torch.allclose(computed, torch.tensor(printed), atol=6e-5)
    print(f"{what:9}", same, computed)
