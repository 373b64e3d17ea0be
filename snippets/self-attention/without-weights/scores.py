import torch
from attention import inputs

query = inputs[1]  # journey, shape (3,)
scores = inputs @ query  # (6, 3) @ (3,) -> (6,)

print(scores)
one_by_one = torch.stack([torch.dot(query, key) for key in inputs])
print(torch.allclose(scores, one_by_one, atol=1e-6))
