import torch
from attention.examples import inputs

torch.manual_seed(123)
batch = torch.stack([inputs, inputs.flip(0)])
layer = torch.nn.MultiheadAttention(3, num_heads=1)
contexts, _ = layer(batch, batch, batch)
alone, _ = layer(inputs, inputs, inputs)
same = torch.allclose(contexts[0], alone, atol=1e-6)
assert same, "sentences must not meet"  # raises AssertionError: sentences
