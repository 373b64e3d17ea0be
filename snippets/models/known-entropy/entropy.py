import math

import torch

choices = torch.tensor([2, 4, 4, 1, 2, 4, 4, 2, 4, 1])
print("sentences:", choices.prod().item())
print(f"bits:      {choices.log2().sum():.0f}")
print(f"entropy:   {choices.log().mean():.4f}")
print(f"           {math.log(8192) / 10:.4f}")
