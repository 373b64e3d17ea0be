import torch

for scores in ([3.0, 1.0, 0.0, -2.0], [3.0, 1.0, 9.0]):
    weights = torch.softmax(torch.tensor(scores), dim=-1)
    ratio = weights[0] / weights[1]
    print(f"{weights[0]:.4f} / {weights[1]:.4f} = {ratio:.4f}")

print(f"exp(3 - 1)      = {torch.exp(torch.tensor(2.0)):.4f}")
