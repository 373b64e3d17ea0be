import torch

scores = torch.tensor([1000.0, 1001.0, 1002.0])
weights = torch.softmax(scores, dim=0)
print(f"answer: {weights[2]:.4f}")

powers_of_two = 2 ** (scores - scores.max())
print(f"the weight of the first: {weights[0]:.4f}")
print(f"the weight of the one in the middle: {weights[1]:.4f}")
print(f"divided by the sum: {scores[2] / scores.sum():.4f}")
print(f"powers of 2, not of e: {1 / powers_of_two.sum():.4f}")
print(f"the largest takes everything: {torch.ones(()):.4f}")
