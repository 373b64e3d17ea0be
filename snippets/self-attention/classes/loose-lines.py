import torch
from attention import SelfAttentionV1, inputs, scaled_dot_product_attention

torch.manual_seed(123)
W_query = torch.rand(3, 2)
W_key = torch.rand(3, 2)
W_value = torch.rand(3, 2)
Q, K, V = inputs @ W_query, inputs @ W_key, inputs @ W_value
contexts, _ = scaled_dot_product_attention(Q, K, V)

torch.manual_seed(123)
layer = SelfAttentionV1(3, 2)
print(contexts[1])
print(torch.allclose(contexts, layer(inputs), atol=1e-6))
