import torch
from attention import LearnedPositions

positions = LearnedPositions(context_length=16, d_model=3)
few, many = torch.zeros(16, 3), torch.zeros(17, 3)
print(positions(few).shape)
positions(many)  # raises ValueError: num_tokens must be at most 16
