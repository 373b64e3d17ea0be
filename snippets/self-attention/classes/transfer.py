import torch
from attention import SelfAttentionV1, SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
print("before:", v1(inputs)[0].detach(), v2(inputs)[0].detach())

with torch.no_grad():  # copying is not a training step
    v2.W_query.weight.copy_(v1.W_query.T)
    v2.W_key.weight.copy_(v1.W_key.T)
    v2.W_value.weight.copy_(v1.W_value.T)
print("after: ", v1(inputs)[0].detach(), v2(inputs)[0].detach())
