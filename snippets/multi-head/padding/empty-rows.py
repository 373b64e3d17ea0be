import torch
import torch.nn.functional as F
from attention import masked_attention_weights

queries, keys, values = torch.ones(3, 2, 2).unbind()
mask = torch.tensor([[True, False], [False, False]])  # [1]: nothing
scores = queries @ keys.T / 2**0.5

hidden = scores.masked_fill(~mask, -torch.inf)
print("by hand:", (torch.softmax(hidden, dim=-1) @ values)[1])
fused = F.scaled_dot_product_attention(queries, keys, values, mask)
print("SDPA:   ", fused[1])
print("ours:   ", (masked_attention_weights(scores, mask) @ values)[1])
