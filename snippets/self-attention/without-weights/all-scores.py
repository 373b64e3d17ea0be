import torch
from attention import inputs

scores = inputs @ inputs.T  # (6, 3) @ (3, 6) -> (6, 6)

print(scores)
print("symmetric:", torch.allclose(scores, scores.T, atol=1e-6))
