import torch
from attention import SelfAttentionV1
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV1(3, 2)
scores = ((inputs @ layer.W_query) @ (inputs @ layer.W_key).T).detach()

blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
print(scores.masked_fill(blocked, -torch.inf))
