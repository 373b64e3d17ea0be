import torch
from attention import decay_mask

decays = torch.tensor([0.9, 0.5, 1.0, 0.0, 0.8])
print(decay_mask(decays.log()))
