import torch
from attention import LearnedPositions, inputs

torch.manual_seed(123)
positions = LearnedPositions(context_length=16, d_model=3)

print(positions.pos_emb.weight[:6])
X = positions(inputs)
print(X[1], X.shape)
