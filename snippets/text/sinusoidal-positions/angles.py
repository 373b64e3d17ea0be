import torch

torch.set_printoptions(sci_mode=False)  # 0.0022, not 2.1544e-03
frequencies = 10000 ** (-torch.arange(0, 6, 2) / 6)
angles = torch.arange(6)[:, None] * frequencies  # (6, 1) * (3,)
print(angles)
