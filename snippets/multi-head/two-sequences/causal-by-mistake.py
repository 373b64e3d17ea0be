import torch
from attention import CrossAttention, inputs, target_inputs

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)

wrong = torch.ones(4, 6, dtype=torch.bool).tril()
weights = layer.weights(target_inputs, inputs, mask=wrong)
print(weights[0].detach())
