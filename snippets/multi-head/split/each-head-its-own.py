import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = inputs @ torch.cat([head.W_query.weight for head in heads]).T
split = Q.view(6, 2, 2).transpose(0, 1)

for number, head in enumerate(heads):
    print(torch.allclose(split[number], head.W_query(inputs), atol=1e-6))
