# pip install attention-verified
import torch

scores = torch.tensor([0.76, 0.51, 0.26])
claimed = torch.tensor([0.6, 0.3, 0.1])

print("claimed:", claimed)
print("softmax:", torch.softmax(scores, dim=0))
print(f"first to last, claimed: {claimed[0] / claimed[2]:.2f}")
print(f"first to last, softmax: {torch.exp(scores[0] - scores[2]):.2f}")
