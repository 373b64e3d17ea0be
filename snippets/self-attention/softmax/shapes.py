import torch
from attention import inputs

scores = torch.stack([inputs @ inputs.T, inputs @ inputs.T])
print("scores", scores.shape)
print("maximum", scores.amax(dim=-1, keepdim=True).shape)
print("exponentials", torch.exp(scores).shape)
print("sum, keepdim=True", scores.sum(dim=-1, keepdim=True).shape)
print("sum", scores.sum(dim=-1).shape)
print("weights", torch.softmax(scores, dim=-1).shape)
