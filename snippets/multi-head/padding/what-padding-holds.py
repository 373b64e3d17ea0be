import torch
from attention import CrossAttention
from attention.examples import inputs, target_inputs

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
real = torch.tensor([True, True, False, False, False, False])

print("alone", layer(target_inputs, inputs[:2])[0].detach())
for filling in (0.0, 1e10, torch.inf, torch.nan):
    padded = torch.cat([inputs[:2], torch.full((4, 3), filling)])
    output = layer(target_inputs, padded, mask=real)
    print(f"{filling:5.0e}", output[0].detach())
