import torch
from attention import delta_rule, linear_attention

torch.manual_seed(0)
keys = torch.linalg.qr(torch.randn(4, 4))[0]  # orthogonal, of length one
queries, values = torch.randn(4, 4), torch.randn(4, 4)
added, _ = linear_attention(queries, keys, values)
corrected, _ = delta_rule(queries, keys, values, torch.ones(4))
print(added[-1])
print(corrected[-1])
