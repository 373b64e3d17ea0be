import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query = torch.randn(3, 2)  # draw 1
query = inputs[1] @ W_query
W_query = torch.randn(3, 2)  # draw 2
keys = inputs @ W_query  # the slip
W_key = torch.randn(3, 2)  # draw 3
W_value = torch.randn(3, 2)  # draw 4
values = inputs @ W_value
W_value = torch.randn(3, 2)  # draw 5
W_key = torch.randn(3, 2)  # draw 6

print("W_query", W_query[0], "W_key", W_key[0], "W_value", W_value[0])
print("query", query, "key", keys[1], "value", values[1])
