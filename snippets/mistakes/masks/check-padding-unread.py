import torch
from attention.examples import inputs
from torch.nn.utils.rnn import pad_sequence

batch = pad_sequence([inputs, inputs[:2]], batch_first=True)
real = torch.arange(6) < torch.tensor([[6], [2]])
layer = torch.nn.MultiheadAttention(3, num_heads=1, batch_first=True)
_, weights = layer(batch, batch, batch, key_padding_mask=real)
good = (weights[1, :, 2:] == 0).all()
assert good, "padding must not be read"  # raises AssertionError: padding
