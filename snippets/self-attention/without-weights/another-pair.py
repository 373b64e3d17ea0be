import torch
from attention import inputs

journey, with_ = inputs[1], inputs[3]

print("journey, with:", torch.dot(journey, with_))
print("with, journey:", torch.dot(with_, journey))
