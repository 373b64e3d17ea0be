# pip install attention-verified
import torch
from attention import SelfAttentionV1, inputs

torch.manual_seed(123)
layer = SelfAttentionV1(d_in=3, d_out=2)

print(layer(inputs))
