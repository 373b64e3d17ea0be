import torch
from attention.examples import inputs, tokens

W_query = torch.tensor([[2.0, 0.0], [-1.0, -1.0], [-1.0, -2.0]])
W_key = torch.tensor([[-2.0, -1.0], [0.0, 2.0], [2.0, 0.0]])

print("query journey", inputs[1] @ W_query)
for token, offered in zip(tokens, inputs @ W_key, strict=True):
    print(f"key {token:9}", offered)
