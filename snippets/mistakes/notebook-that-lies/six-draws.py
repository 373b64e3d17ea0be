import torch

torch.manual_seed(123)
for number in range(1, 7):
    print(number, torch.randn(3, 2))
