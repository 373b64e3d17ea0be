import torch

score = torch.tensor([0.3293, 0.1218, -torch.inf])
exponentials = torch.exp(score)

print(exponentials)
print(exponentials / exponentials.sum())
