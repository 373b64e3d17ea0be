import torch
from attention import inputs

query = inputs[1]
scores = inputs @ query
weights = torch.softmax(scores, dim=0)
print("x_2", query.shape)
print("scores of x_2", scores.shape)
print("weights of x_2", weights.shape)
print("z_2", (weights @ inputs).shape)

all_scores = inputs @ inputs.T
all_weights = torch.softmax(all_scores, dim=-1)
print("X", inputs.shape)
print("X transposed", inputs.T.shape)
print("all scores", all_scores.shape)
print("all weights", all_weights.shape)
print("Z", (all_weights @ inputs).shape)
