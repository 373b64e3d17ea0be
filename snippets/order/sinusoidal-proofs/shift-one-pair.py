# pip install attention-verified
import torch

k = torch.tensor(2.0)
turn = torch.tensor([[k.cos(), k.sin()], [-k.sin(), k.cos()]])
print(turn)

for p in (0.0, 3.0, 1000.0):
    angle, later = torch.tensor(p), torch.tensor(p + 2)
    pair = torch.stack([angle.sin(), angle.cos()])
    shifted = torch.stack([later.sin(), later.cos()])
    print(turn @ pair, shifted)
