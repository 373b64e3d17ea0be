import torch
from attention import additive_scores, inputs


def additive_attention(queries, keys, values, W_query, W_key, v):
    asked = (queries @ W_query)[:, None, :]  # (num_queries, 1, d_hidden)
    offered = (keys @ W_key)[None, :, :]  # (1, num_keys, d_hidden)
    hidden = torch.tanh(
        asked + offered
    )  # (num_queries, num_keys, d_hidden)
    scores = hidden @ v  # (num_queries, num_keys)
    weights = torch.softmax(scores, dim=-1)
    return weights @ values  # (num_queries, d_value)


W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])

contexts = additive_attention(inputs, inputs, inputs, W_query, W_key, v)
print(contexts)
scores = additive_scores(inputs, inputs, W_query, W_key, v)
packaged = torch.softmax(scores, dim=-1) @ inputs
print(torch.allclose(contexts, packaged, atol=1e-6))
