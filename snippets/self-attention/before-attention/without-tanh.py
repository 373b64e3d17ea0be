import torch
from attention.examples import inputs, tokens

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])
v = torch.tensor([-2.0, 2.0])

sums = (inputs @ W_query)[:, None, :] + (inputs @ W_key)[None, :, :]
weights = torch.softmax(sums @ v, dim=-1)  # wrong: tanh is missing
for token, row in zip(tokens, weights, strict=True):
    print(f"{token:8}", row)
