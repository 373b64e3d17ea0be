import torch
from attention import inputs

batch = torch.stack([inputs, inputs])

print(batch.shape)  # (batch, num_tokens, d_in)
print(batch)
