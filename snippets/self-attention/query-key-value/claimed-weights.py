import torch
from attention import toy_keys, toy_queries, toy_tokens

named = [0, 6, 2]  # your, step, starts
dots = toy_keys[named] @ toy_queries[1]
claimed = torch.tensor([0.76, 0.51, 0.26])

print([toy_tokens[i] for i in named])
print("dot products:", dots)
print("claimed:", claimed)
print("softmax of the dot products:", torch.softmax(dots, dim=0))
print("softmax of the claimed ones:", torch.softmax(claimed, dim=0))
