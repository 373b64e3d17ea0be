import torch
from attention import CrossAttention
from attention.examples import inputs, position_table, target_inputs

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
order = torch.tensor([5, 0, 3, 1, 4, 2])

output = layer(target_inputs, inputs)
shuffled = layer(target_inputs, inputs[order])
print("without positions:", torch.allclose(output, shuffled, atol=1e-6))

positions = position_table[:6]
output = layer(target_inputs, inputs + positions)
shuffled = layer(target_inputs, inputs[order] + positions)
print("with positions:   ", torch.allclose(output, shuffled, atol=1e-6))
