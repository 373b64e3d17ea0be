import torch
from attention import scaled_dot_product_attention

torch.manual_seed(123)
Q, K, V = torch.randn(3, 512, 16)
contexts, weights = scaled_dot_product_attention(Q, K, V)
towards = torch.randn(512, 16)  # the gradient of the contexts

of_weights = towards @ V.T
over_keys = (weights * of_weights).sum(dim=-1)  # needs a whole row
over_features = (towards * contexts).sum(dim=-1)  # needs what is kept
print(over_keys[:4])
print(over_features[:4])
