import torch
from attention import LayerNorm, RMSNorm

token = torch.tensor([3.0, 1.0, 2.0])
for shown, x in {
    "x": token,
    "10 x": 10 * token,
    "x + 10": token + 10,
}.items():
    layer = LayerNorm(3)(x).detach().numpy().round(4)
    rms = RMSNorm(3)(x).detach().numpy().round(4)
    print(f"{shown:7} LayerNorm {layer}  RMSNorm {rms}")
