import torch
from attention import CrossAttention, mask_from_lengths
from attention.examples import inputs, target_inputs

short, filling = inputs[2:], torch.full((2, 3), 9.0)
batch = torch.stack([inputs, torch.cat([filling, short])])  # (2, 6, 3)
lengths = torch.tensor([6, 4])
mask = torch.arange(6) >= 6 - lengths[:, None, None]  # (2, 1, 6)
print(mask.int())

torch.manual_seed(123)
layer = CrossAttention(3, 4, 0.0, num_heads=2)
read = layer(target_inputs, batch, mask=mask)
alone = torch.stack([layer(target_inputs, x) for x in (inputs, short)])
assert torch.allclose(read, alone, atol=1e-6)
print("as alone:", torch.allclose(read, alone, atol=1e-6))

at_the_end = layer(target_inputs, batch, mask=mask_from_lengths(lengths, 6))
print("padding at the end:", torch.allclose(at_the_end, alone, atol=1e-6))
