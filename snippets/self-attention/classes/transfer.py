import torch
from attention import SelfAttentionV1, SelfAttentionV2, inputs

torch.manual_seed(123)
v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
print(torch.allclose(v1(inputs), v2(inputs), atol=1e-6))

with torch.no_grad():  # a copy is no step of training
    v2.W_query.weight.copy_(v1.W_query.T)
    v2.W_key.weight.copy_(v1.W_key.T)
    v2.W_value.weight.copy_(v1.W_value.T)
print(torch.allclose(v1(inputs), v2(inputs), atol=1e-6))
print(v2(inputs)[0].detach())
