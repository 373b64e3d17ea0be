import torch
from attention import inputs

scores = inputs @ inputs[1]
temperature = 0.0

print(scores / temperature)
print(torch.softmax(scores / temperature, dim=0))
print(scores.argmax())  # what the limit would choose
