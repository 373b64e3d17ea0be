import torch

centre = torch.tensor([1.0, 0.5])  # v of apples
context = torch.tensor([0.8, 0.4])  # u of basket, which stands beside it
negative = torch.tensor([0.5, -0.6])  # u of ferry, drawn at random

real = torch.sigmoid(context @ centre)
random = torch.sigmoid(negative @ centre)
loss = -torch.log(real) - torch.log(1 - random)

print(f"basket: score {context @ centre:.4f}, taken for real {real:.4f}")
print(f"ferry:  score {negative @ centre:.4f}, taken for real {random:.4f}")
print(f"loss: {loss:.4f}")
