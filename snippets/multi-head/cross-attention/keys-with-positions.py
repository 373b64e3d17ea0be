import torch
from attention import CrossAttention
from attention.examples import inputs, position_table, target_inputs

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)

with_positions = inputs + position_table[:6]
found = layer(target_inputs, x_key=with_positions, x_value=inputs)
same = layer(target_inputs, x_key=with_positions)
print("positions in the keys:     ", found[0].detach())
print("and in the values as well: ", same[0].detach())
