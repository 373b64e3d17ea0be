import torch
from attention import MultiHeadAttention, MultiHeadAttentionWrapper
from attention.examples import inputs
from torch import nn

wrapper = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
split = MultiHeadAttention(3, 2, 6, 0.0, num_heads=2)
torchs = nn.MultiheadAttention(embed_dim=2, num_heads=2)

print("wrapper, d_out=2:           ", wrapper(inputs).shape)
print("MultiHeadAttention, d_out=2:", split(inputs).shape)
x = torch.ones(6, 2)  # embed_dim is its d_in as well
print("torch's, embed_dim=2:       ", torchs(x, x, x)[0].shape)
