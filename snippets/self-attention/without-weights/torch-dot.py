import torch
from attention import inputs

score = torch.dot(inputs[1], inputs[0])

print(score)
print(score.shape)
