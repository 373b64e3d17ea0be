import torch
from attention import MultiHeadAttention, attend_with_cache, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, 2)
_, start = attend_with_cache(layer, inputs[:4])
one, longer = attend_with_cache(layer, inputs[4:], start)
attend_with_cache(layer, -inputs[4:], start)  # another ending
again, _ = attend_with_cache(layer, inputs[4:], start)
print(start.num_tokens, longer.num_tokens, torch.equal(one, again))
