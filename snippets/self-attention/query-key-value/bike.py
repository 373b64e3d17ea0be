import torch
from attention.examples import plane_keys, plane_queries, plane_values

weights = torch.softmax(plane_keys @ plane_queries[7] / 2**0.5, dim=-1)
values = plane_values.clone()
values[3] = torch.tensor([-4.0, -2.0])  # a bike: a thing, on land

print("values, boat:", weights @ plane_values)
print("values, bike:", weights @ values)
print("keys, either:", weights @ plane_keys)
