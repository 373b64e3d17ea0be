import torch
from attention import core_attention

generator = torch.Generator().manual_seed(123)
queries, keys = torch.randn(2, 1, 4, 8, generator=generator)
values = torch.eye(4)[None]
mask = torch.ones(4, 4, dtype=torch.bool)
mask[0] = False  # nothing for the first query
cap = 50.0

scores = (queries @ keys.mT / 8**0.5).masked_fill(~mask, -torch.inf)
wrong = (cap * torch.tanh(scores / cap)).softmax(dim=-1)
print("capped last: ", wrong[0, 0])
_, weights = core_attention(queries, keys, values, mask, cap=cap)
print("capped first:", weights[0, 0])
