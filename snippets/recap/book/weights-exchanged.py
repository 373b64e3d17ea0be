import torch
from attention import SelfAttentionV1, SelfAttentionV2
from attention.examples import inputs

v1 = SelfAttentionV1(3, 2)
torch.manual_seed(123)
v2 = SelfAttentionV2(3, 2)
for name in ("W_query", "W_key", "W_value"):
    matrix = getattr(v2, name).weight.detach().T
    setattr(v1, name, torch.nn.Parameter(matrix))

print(v1(inputs).detach())
print(torch.allclose(v1(inputs), v2(inputs), atol=1e-6))
