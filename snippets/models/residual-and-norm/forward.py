import torch
from attention import LayerNorm
from attention.examples import inputs

norm, torchs = LayerNorm(3), torch.nn.LayerNorm(3)
print(norm.state_dict())
print(norm(inputs)[1].detach(), torchs(inputs)[1].detach())
