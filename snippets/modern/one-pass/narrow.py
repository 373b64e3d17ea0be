import torch
from attention import online_softmax

print(torch.tensor([256, 257, 258], dtype=torch.bfloat16))

scores = torch.zeros(1000, dtype=torch.bfloat16)
total = torch.zeros((), dtype=torch.bfloat16)
for score in scores:
    total = total + torch.exp(score)

print(total.item())
print(f"each weight, with this total: {1 / total.item():.5f}")
print(online_softmax(scores, dim=0)[0].item())
print(torch.softmax(scores, dim=0)[0].item())
