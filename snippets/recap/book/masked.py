import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(789)
layer = SelfAttentionV2(3, 2)
scores = (layer.W_query(inputs) @ layer.W_key(inputs).T).detach()
weights = torch.softmax(scores / 2**0.5, dim=-1)
print(weights)

mask = torch.tril(torch.ones(6, 6))
masked = weights * mask
renormalised = masked / masked.sum(dim=-1, keepdim=True)
for step in (mask, masked, renormalised):
    print(step)
