import torch
from attention.examples import inputs

scores = inputs @ inputs.T
right = torch.softmax(scores, dim=-1)
wrong = torch.softmax(scores, dim=0)

print(f"wrong - right.T: {(wrong - right.T).abs().max():.5f} at most")
for name, weights in (("right", right), ("wrong", wrong)):
    lowest, highest = weights.aminmax()
    print(f"{name}: from {lowest:.4f} to {highest:.4f}, in all", end=" ")
    print(f"{weights.sum():.4f}, row of journey {weights[1].sum():.4f}")
