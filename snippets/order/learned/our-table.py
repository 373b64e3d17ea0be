import torch
from attention import LearnedPositions, inputs, position_table

positions = LearnedPositions(context_length=16, d_model=3)
positions.load_state_dict({"pos_emb.weight": position_table})

batch = torch.stack([inputs, inputs])  # the sentence twice
print(positions(batch).shape)
print(positions(batch)[1, 1])
