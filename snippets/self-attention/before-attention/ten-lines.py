import torch
from attention.examples import inputs


def additive_attention(queries, keys, values, W_query, W_key, v):
    from_queries = (queries @ W_query)[:, None, :]  # (num_queries, 1, 2)
    from_keys = (keys @ W_key)[None, :, :]  # (1, num_keys, 2)
    hidden = torch.tanh(from_queries + from_keys)
    scores = hidden @ v  # (num_queries, num_keys)
    weights = torch.softmax(scores, dim=-1)
    return weights @ values  # (num_queries, d_value)


W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])
print(additive_attention(inputs, inputs, inputs, W_query, W_key, v))
