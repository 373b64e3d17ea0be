import torch
from attention import SelfAttentionV1, SelfAttentionV2, inputs

torch.manual_seed(123)
v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
for name in ("W_query", "W_key", "W_value"):
    matrix = getattr(v2, name).weight.detach().T
    setattr(v1, name, torch.nn.Parameter(matrix))

print(torch.allclose(v1(inputs), v2(inputs), atol=1e-6))
