import torch

scores = torch.tensor([0.0, 2.0, 1.0, 3.0])
maximum, total = torch.tensor(-torch.inf), torch.tensor(0.0)
for score in scores:
    higher = torch.maximum(maximum, score)
    total = total * torch.exp(maximum - higher) + torch.exp(score - higher)
    maximum = higher
    print(f"score {score:.0f}: maximum {maximum:.0f}, total {total:.4f}")

print(torch.exp(scores - maximum) / total)
print(torch.softmax(scores, dim=0))
