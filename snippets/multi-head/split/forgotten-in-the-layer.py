import torch
from attention import MultiHeadAttention, causal_mask, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 2, 6, 0.0, num_heads=2)
projections = (layer.W_query, layer.W_key, layer.W_value)

Q, K, V = (W(inputs).view(2, 6, 1) for W in projections)  # no transpose
hidden = (Q @ K.mT).masked_fill(~causal_mask(6), -torch.inf)
contexts = torch.softmax(hidden, dim=-1) @ V
wrong = layer.out_proj(contexts.transpose(0, 1).reshape(6, 2))
print("wrong:", wrong.shape, wrong[0].detach())
print("right:", layer(inputs).shape, layer(inputs)[0].detach())
