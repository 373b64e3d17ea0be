import torch
from attention import MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
batch = torch.stack([inputs, inputs])
for sentence in layer(batch):
    print(sentence[1].detach())
