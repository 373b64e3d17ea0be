import torch
import torch.nn.functional as F
from attention.examples import inputs
from torch.nn.utils.rnn import pad_sequence

x = pad_sequence([inputs, inputs[:3]], batch_first=True)
real = torch.arange(6) < torch.tensor([[6], [3]])

mask = real[:, :, None]  # (2, 6, 1)
contexts = F.scaled_dot_product_attention(x, x, x, attn_mask=mask)
print(contexts[1])
three = inputs[:3]
print(F.scaled_dot_product_attention(three, three, three))
