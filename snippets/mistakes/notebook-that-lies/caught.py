import torch
from attention.examples import inputs

W_query = torch.tensor(
    [[-0.9724, -0.7550], [0.3239, -0.1085], [0.2103, -0.3908]]
)
query = torch.tensor([-1.1729, -0.0048])

good = torch.allclose(inputs[1] @ W_query, query, atol=2e-4)
assert good, "W_query must make query"  # raises AssertionError: W_query
