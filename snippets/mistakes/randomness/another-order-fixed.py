import torch
from attention import SelfAttentionV2, scaled_dot_product_attention
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
W_query = nn.Linear(3, 2, bias=False)
W_key = nn.Linear(3, 2, bias=False)
W_value = nn.Linear(3, 2, bias=False)

contexts, _ = scaled_dot_product_attention(
    W_query(inputs), W_key(inputs), W_value(inputs)
)
print(contexts[:2].detach())

torch.manual_seed(123)
print(SelfAttentionV2(3, 2)(inputs)[:2].detach())
