import math

import torch
import torch.nn.functional as F

step = torch.tensor([0.001, 0.1])  # softplus(b) of a new layer
b = step.expm1().log()  # the inverse of softplus
for A in (1, 16):  # exp(r) of a new layer
    for a in (-A * F.softplus(b)).exp().tolist():
        half = math.log(0.5) / math.log(a)
        print(f"A = {A:2}  decay {a:.4f}  half after {half:6.1f} tokens")
