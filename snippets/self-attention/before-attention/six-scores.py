import torch
from attention.examples import inputs, tokens

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])

hidden = torch.tanh(inputs[1] @ W_query + inputs @ W_key)  # (2,) + (6, 2)
scores = hidden @ v  # (6, 2) @ (2,) -> (6,)
for token, row, score in zip(tokens, hidden, scores, strict=True):
    print(f"{token:8}", row, f"{score:.4f}")
