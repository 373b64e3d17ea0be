import torch
from attention import mask_from_lengths

torch.manual_seed(123)
layer = torch.nn.MultiheadAttention(4, num_heads=1, batch_first=True)
x = torch.rand(2, 3, 4)
mask = mask_from_lengths(torch.tensor([1, 2]), num_tokens=3)

_, wrong = layer(x, x, x, key_padding_mask=mask[:, 0])
_, right = layer(x, x, x, key_padding_mask=~mask[:, 0])  # inverted
print(wrong[:, 0].detach())
print(right[:, 0].detach())
