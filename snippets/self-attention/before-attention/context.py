import torch
from attention import additive_scores, inputs

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])

scores = additive_scores(inputs[1:2], inputs, W_query, W_key, v)
weights = torch.softmax(scores, dim=-1)
print(weights @ inputs)  # (1, 6) @ (6, 3) -> (1, 3)
