# pip install attention-verified
import torch
from attention import SelfAttentionV2, scaled_dot_product_attention
from attention.examples import inputs

for draw in (torch.rand, torch.randn):
    torch.manual_seed(123)
    W_query, W_key, W_value = draw(3, 2), draw(3, 2), draw(3, 2)
    Q, K, V = inputs @ W_query, inputs @ W_key, inputs @ W_value
    contexts, _ = scaled_dot_product_attention(Q, K, V)
    print(f"{draw.__name__:9}", contexts[0])

torch.manual_seed(123)
print("nn.Linear", SelfAttentionV2(3, 2)(inputs)[0].detach())
