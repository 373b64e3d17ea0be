import torch
from attention import LayerNorm, inputs

norm = LayerNorm(3)
print(norm.state_dict())

theirs = torch.nn.LayerNorm(3)
print(torch.allclose(norm(inputs), theirs(inputs), atol=1e-5))
