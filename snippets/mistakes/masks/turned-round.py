import torch
from attention import to_multihead
from attention.examples import inputs
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(123)
batch = pad_sequence([inputs, inputs[:2]], batch_first=True)
real = torch.arange(6) < torch.tensor([[6], [2]])
layer = torch.nn.MultiheadAttention(3, num_heads=1, batch_first=True)

blocked = to_multihead(real)  # ~real
_, weights = layer(batch, batch, batch, key_padding_mask=blocked)
print(weights[:, 0].detach())
