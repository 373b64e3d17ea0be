import torch
from attention import SelfAttentionV1, SelfAttentionV2, inputs

torch.manual_seed(123)
print(SelfAttentionV1(3, 2)(inputs)[0].detach())
torch.manual_seed(123)
print(SelfAttentionV2(3, 2)(inputs)[0].detach())
