import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 123)
weights = torch.softmax(scores, dim=-1)
masked = weights * torch.tril(torch.ones(6, 6))
blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
hidden = scores.masked_fill(blocked, -torch.inf)

print("weights", weights, sep="\n")
print("multiplied", masked, sep="\n")
print("row sums", masked.sum(dim=-1), sep="\n")
print("renormalised", masked / masked.sum(dim=-1, keepdim=True), sep="\n")
print("hidden", hidden, sep="\n")
print("softmax of hidden", torch.softmax(hidden, dim=-1), sep="\n")
