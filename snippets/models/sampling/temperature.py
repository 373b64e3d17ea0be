import torch

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()
for temperature in (0.25, 0.5, 1.0, 2.0, 100.0):
    print(temperature, torch.softmax(logits / temperature, dim=-1))
