import torch
from attention import LearnedPositions, inputs

positions = LearnedPositions(context_length=16, d_model=3)
total = positions(inputs).sum()

(gradient,) = torch.autograd.grad(total, positions.pos_emb.weight)
print(gradient.any(dim=-1))
