import torch
from attention import LearnedPositions

gpt2 = LearnedPositions(context_length=1024, d_model=768)
print(gpt2.pos_emb.weight.shape, gpt2.pos_emb.weight.numel())

positions = LearnedPositions(context_length=16, d_model=3)
print(positions(torch.zeros(16, 3)).shape)
positions(torch.zeros(17, 3))  # raises ValueError: num_tokens must be at
