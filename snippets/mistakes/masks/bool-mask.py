import torch
import torch.nn.functional as F
from torch import nn

Q = K = V = torch.ones(1, 6, 2)
mask = torch.tril(torch.ones(6, 6)).bool()
print(tuple(F.scaled_dot_product_attention(Q, K, V, mask).shape))

x = torch.ones(2, 6, 4)  # two sentences, two heads
layer = nn.MultiheadAttention(4, 2, batch_first=True)
blocked = torch.ones(2, 6, 6).triu(1).bool().repeat_interleave(2, dim=0)
context, _ = layer(x, x, x, attn_mask=blocked)
print(tuple(blocked.shape), tuple(context.shape))
