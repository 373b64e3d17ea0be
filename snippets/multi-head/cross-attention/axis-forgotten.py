import torch
from attention import CrossAttention, inputs, target_inputs

layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
batch = inputs.expand(3, 6, 3)
flat = torch.ones(3, 6, dtype=torch.bool)  # sentences by words
layer(target_inputs, batch, mask=flat)  # raises ValueError: mask must have
