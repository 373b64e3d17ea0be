import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query = torch.rand(3, 2)

for column in range(2):
    products = inputs[1] * W_query[:, column]  # journey's three features
    print(products, "sum:", products.sum())
print(inputs[1] @ W_query)  # (3,) @ (3, 2) -> (2,)
