import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
scores = x @ x[2]


def weight(scores):
    return torch.softmax(scores, dim=-1)[2]


print(f"answer: {weight(scores / 512**0.5):.4f}")
print(f"not scaled, or by far too little: {weight(scores):.4f}")
print(f"divided by 512, not by its root: {weight(scores / 512):.4f}")
print(f"divided by the sum, no softmax: {scores[2] / scores.sum():.4f}")
print(f"an equal share for each word: {1 / 4:.4f}")
print("the scores:", scores)
