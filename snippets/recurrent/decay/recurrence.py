import torch
from attention import decayed_attention

torch.manual_seed(0)
queries, keys, values = torch.randn(3, 6, 4)
decays = torch.tensor([1.0, 0.9, 0.8, 0.1, 0.9, 0.8])
state = torch.zeros(4, 4)
for t in range(6):
    state = decays[t] * state  # forget, then write, then read
    state = state + torch.outer(keys[t], values[t])
    context = queries[t] @ state
print("one by one:", context)

contexts, _ = decayed_attention(queries, keys, values, decays.log())
print("masked:    ", contexts[-1])
