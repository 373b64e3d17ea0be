import torch
from attention import AdditiveAttention, inputs

torch.manual_seed(123)
attention = AdditiveAttention(d_query=3, d_key=3, d_hidden=2)
W_value = torch.rand(3, 2)

contexts = attention(inputs, inputs, values=inputs @ W_value)
print(contexts.shape)
