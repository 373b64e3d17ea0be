import torch
from attention import SwiGLU

torch.manual_seed(123)
expert, x, w = SwiGLU(4, 8), torch.randn(4), 0.3
print("w E(x)", (w * expert(x)).detach())
print("E(w x)", expert(w * x).detach())
