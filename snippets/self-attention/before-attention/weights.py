import torch
from attention import additive_scores
from attention.examples import inputs, tokens

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])

scores = additive_scores(inputs[1:2], inputs, W_query, W_key, v)  # (1, 6)
weights = torch.softmax(scores, dim=-1)
for token, weight in zip(tokens, weights[0], strict=True):
    print(f"{token:8} {weight:.4f}")
print("context:", weights @ inputs)  # (1, 6) @ (6, 3) -> (1, 3)
