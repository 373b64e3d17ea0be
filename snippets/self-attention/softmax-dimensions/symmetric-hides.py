import torch
from attention import inputs

scores = inputs @ inputs.T
right = torch.softmax(scores, dim=-1)
wrong = torch.softmax(scores, dim=0)

print("the same matrix:", torch.allclose(right, wrong, atol=1e-6))
print("transposed:     ", torch.allclose(right, wrong.T, atol=1e-6))
