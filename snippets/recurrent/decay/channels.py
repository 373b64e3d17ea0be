import torch
from attention import decay_mask, decayed_attention

torch.manual_seed(0)
queries, keys, values = torch.randn(3, 6, 2)
logs = -torch.rand(6, 2)  # a decay for each token and channel
one, two = (decay_mask(channel) for channel in logs.mT)
scores = one * torch.outer(queries[:, 0], keys[:, 0])
scores += two * torch.outer(queries[:, 1], keys[:, 1])
print("two masks:", (scores @ values)[-1])
print("package:  ", decayed_attention(queries, keys, values, logs)[0][-1])
