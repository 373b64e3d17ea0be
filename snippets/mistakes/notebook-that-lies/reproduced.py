import torch
from attention.examples import inputs

torch.manual_seed(123)
draws = [torch.randn(3, 2) for _ in range(6)]

print("query ", inputs[1] @ draws[0])
print("keys  ", inputs @ draws[1])
print("values", inputs @ draws[3])
