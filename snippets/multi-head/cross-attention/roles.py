import torch
from attention import CrossAttention, inputs, target_inputs

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)

print("German reads English:", layer(target_inputs, inputs).shape)
print("English reads German:", layer(inputs, target_inputs).shape)
