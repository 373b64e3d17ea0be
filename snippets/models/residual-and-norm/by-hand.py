import torch
from attention.examples import inputs

mean = inputs.mean(dim=-1, keepdim=True)
centred = inputs - mean
variance = centred.square().mean(dim=-1, keepdim=True)
normalised = centred / torch.sqrt(variance + 1e-5)
print(mean[1], variance[1])  # journey's
print(normalised[1])

torchs = torch.nn.functional.layer_norm(inputs, (3,))
print(torchs[1])
