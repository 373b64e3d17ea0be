import torch
from attention import inputs

torch.set_printoptions(sci_mode=False)
scores = inputs @ inputs[1]
for temperature in (0.01, 0.1, 1, 10, 1000):
    weights = torch.softmax(scores / temperature, dim=0)
    print(f"{temperature:5}", weights)
