import torch
from attention import additive_scores, inputs

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])

scores = additive_scores(inputs, inputs, W_query, W_key, v)
weights = torch.softmax(scores, dim=-1)
rows_agree = torch.allclose(weights, weights[0].expand(6, 6), atol=1e-6)
print("every query gets the same weights:", rows_agree)
