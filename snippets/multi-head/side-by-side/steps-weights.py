import torch
from attention import CausalAttention, causal_mask, inputs

torch.manual_seed(123)
for name in ("head 0", "head 1"):
    head = CausalAttention(3, 2, 6, 0.0)
    scores = head.W_query(inputs) @ head.W_key(inputs).T / 2**0.5
    hidden = scores.masked_fill(~causal_mask(6), -torch.inf)
    weights = torch.softmax(hidden, dim=-1)
    print(name, weights[5].detach())
