import torch
from attention.examples import inputs

torch.manual_seed(123)
W_key = torch.rand(3, 2)  # wrong: the query's is drawn first
W_query = torch.rand(3, 2)

scores = (inputs @ W_query) @ (inputs @ W_key).T
print("journey with itself:", scores[1, 1])
print("journey with your:  ", scores[1, 0])
