import torch
from attention import inputs, tokens


def attention(W_query, W_key):
    scores = (inputs @ W_query) @ (inputs @ W_key).T / 2**0.5
    return torch.softmax(scores, dim=-1)


torch.manual_seed(123)
W_query, W_key = (torch.rand(3, 2, requires_grad=True) for _ in range(2))
for _ in range(30):
    loss = -torch.log(attention(W_query, W_key)[1, 5])
    slopes = torch.autograd.grad(loss, (W_query, W_key))
    with torch.no_grad():
        W_query -= 0.5 * slopes[0]
        W_key -= 0.5 * slopes[1]

for token, row in zip(tokens, attention(W_query, W_key), strict=True):
    print(f"{token:8} gives step {row[5]:.2f}")
