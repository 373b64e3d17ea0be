import torch
from attention import add_positions, inputs, position_table

print("words", inputs.shape)
print("table", position_table.shape)
print("one row", position_table[1].shape)
print("rows for the sentence", position_table[:6].shape)
print("X", add_positions(inputs, position_table).shape)

batch = torch.stack([inputs, inputs])
print("X of a batch of two", add_positions(batch, position_table).shape)
