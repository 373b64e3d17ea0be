import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
scores = (layer.W_query(inputs) @ layer.W_key(inputs).T).detach()

blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # strictly upper
masked = scores.masked_fill(blocked.bool(), -torch.inf)
weights = torch.softmax(masked / 2**0.5, dim=-1)
for step in (blocked, masked, weights):
    print(step)

dropout = torch.nn.Dropout(0.5)
torch.manual_seed(123)
dropout(torch.ones(6, 6))  # the first draw
print(dropout(weights))
