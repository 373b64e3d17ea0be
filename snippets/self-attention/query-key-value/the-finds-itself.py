import torch
from attention import toy_keys, toy_tokens

for name, query in (
    ("positive", torch.tensor([9.0, 9.0, 9.0])),
    ("negative", torch.tensor([-9.0, -9.0, -9.0])),
):
    weights = torch.softmax(toy_keys @ query / 3**0.5, dim=-1)
    found = toy_tokens[weights.argmax()]
    print(f"{name}: the gets {weights[4]:.4f}, most goes to {found}")
print("a query of zeros:")
print(torch.softmax(toy_keys @ torch.zeros(3), dim=-1))
