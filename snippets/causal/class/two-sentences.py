# pip install attention-verified
import torch
from attention import CausalAttention
from attention.examples import inputs

batch = torch.stack([inputs, inputs])  # the sentence twice
torch.manual_seed(123)
layer = CausalAttention(d_in=3, d_out=2, context_length=6, dropout=0.0)

print(batch.shape)
print(layer(batch).detach())
