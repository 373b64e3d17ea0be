import torch
from attention import MultiHeadAttention, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, 2)
_, start = layer.forward_with_cache(inputs[:4])
one, longer = layer.forward_with_cache(inputs[4:], start)
layer.forward_with_cache(-inputs[4:], start)  # another ending
again, _ = layer.forward_with_cache(inputs[4:], start)
print(start.num_tokens, longer.num_tokens, torch.equal(one, again))
