import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(789)
layer = SelfAttentionV2(3, 2)
scores = (layer.W_query(inputs) @ layer.W_key(inputs).T).detach()

blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
masked = scores.masked_fill(blocked, -torch.inf)
weights = torch.softmax(masked / 2**0.5, dim=-1)
print(masked, weights, sep="\n")
