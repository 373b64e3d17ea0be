# pip install attention-verified
import torch
from attention import inputs, naive_softmax

query = inputs[1]
scores = inputs @ query
weights = torch.softmax(scores, dim=0)

for what, computed, printed in (
    ("dot product", inputs[0] @ query, 0.9544),
    ("scores", scores, [0.9544, 1.4950, 1.4754, 0.8434, 0.7070, 1.0865]),
    (
        "by the sum",
        scores / scores.sum(),
        [0.1455, 0.2278, 0.2249, 0.1285, 0.1077, 0.1656],
    ),
    (
        "softmax",
        naive_softmax(scores, dim=0),
        [0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581],
    ),
    ("context", weights @ inputs, [0.4419, 0.6515, 0.5683]),
):
    same = torch.allclose(computed, torch.tensor(printed), atol=6e-5)
    print(f"{what:11}", same, computed)
