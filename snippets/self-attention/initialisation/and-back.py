import torch
from attention import SelfAttentionV1, SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(789)
v2, v1 = SelfAttentionV2(3, 2), SelfAttentionV1(3, 2)

with torch.no_grad():
    v1.W_query.copy_(v2.W_query.weight.T)
    v1.W_key.copy_(v2.W_key.weight.T)
    v1.W_value.copy_(v2.W_value.weight.T)
print("V1:", v1(inputs)[0].detach())
print("V2:", v2(inputs)[0].detach())
