import torch
from attention import SelfAttentionV1, SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
v1 = SelfAttentionV1(3, 2)
print("V1, seed 123", v1(inputs).detach(), sep="\n")

torch.manual_seed(789)
v2 = SelfAttentionV2(3, 2)
print("V2, seed 789", v2(inputs).detach(), sep="\n")
