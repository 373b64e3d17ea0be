import torch
from attention import additive_scores
from attention.examples import inputs

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])
scores = additive_scores(inputs, inputs, W_query, W_key, v)
your, journey = 0, 1
print(f"answer: {scores[journey, your]:.4f}")

query, key = inputs[journey] @ W_query, inputs[your] @ W_key
no_v = torch.tanh(query + key).sum()
each = (torch.tanh(query) + torch.tanh(key)) @ v
print(f"your as the query: {scores[your, journey]:.4f}")
print(f"tanh was left out: {(query + key) @ v:.4f}")
print(f"v was left out: {no_v:.4f}")
print(f"tanh of each, before they are added: {each:.4f}")
print(f"the dot product of the two, nothing added: {query @ key:.4f}")
