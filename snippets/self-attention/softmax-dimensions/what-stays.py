import torch
from attention import inputs

scores = inputs @ inputs.T
right = torch.softmax(scores, dim=-1)
wrong = torch.softmax(scores, dim=0)

same = torch.allclose(right.diagonal(), wrong.diagonal(), atol=1e-6)
print("the same diagonal:", same)
print("right, journey:", right[1], f"sum {right[1].sum():.4f}")
print("wrong, journey:", wrong[1], f"sum {wrong[1].sum():.4f}")
