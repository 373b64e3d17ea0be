import torch
from attention import inputs

scores = inputs @ inputs.T

print(scores[0])
print(torch.exp(scores[0]))
