import torch

query = torch.tensor([1.0, 0.5, 0.2, 0.8])
first_key = torch.tensor([0.5, 1.0, 0.3, 0.2])
claimed = torch.tensor([1.37, 1.43, 1.08, 1.59])

print("claimed:", claimed)
print("first score, term by term:", query * first_key)
print("their sum:", (query * first_key).sum())
print("weights of the claimed scores:", torch.softmax(claimed / 2, dim=0))
