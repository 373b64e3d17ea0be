# pip install attention-verified
import torch

torch.manual_seed(123)
x = torch.rand(4, 512)  # four words of 512 features

print(x @ x[2])  # the third one asks
