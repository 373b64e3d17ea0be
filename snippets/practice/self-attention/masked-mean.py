import torch
from attention import scaled_dot_product_attention
from attention.examples import inputs

lengths = torch.tensor([6, 4, 1])
real = torch.arange(6) < lengths[:, None]
x = inputs * real[..., None]

keys = real.float()[..., None]  # (3, 6, 1): 1 for a word, 0 for padding
means = torch.stack([inputs[:n].mean(dim=0) for n in lengths])
for length in (0.0, 2.0, 200.0):
    query = torch.full((3, 1, 1), length)
    contexts, _ = scaled_dot_product_attention(query, keys, x)
    mixed = contexts[:, 0]
    print(mixed[2], torch.allclose(mixed, means, atol=1e-6))
assert torch.allclose(mixed, means, atol=1e-6)
