import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(789)
layer = SelfAttentionV2(d_in=3, d_out=2)

once, twice = layer(inputs), layer(torch.cat([inputs, inputs]))
print(once[5].detach())
print(twice[5].detach(), twice[11].detach())
