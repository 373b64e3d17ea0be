import torch
from attention import inputs

mean = inputs.mean(dim=-1, keepdim=True)
centred = inputs - mean
variance = centred.square().mean(dim=-1, keepdim=True)
normalised = centred / torch.sqrt(variance + 1e-5)
print(mean[1], variance[1])
print(normalised)

torchs = torch.nn.functional.layer_norm(inputs, (3,))
print(torch.allclose(normalised, torchs, atol=1e-5))
