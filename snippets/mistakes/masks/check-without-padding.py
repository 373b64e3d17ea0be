import torch
import torch.nn.functional as F
from attention.examples import inputs
from torch.nn.utils.rnn import pad_sequence

attend, three = F.scaled_dot_product_attention, inputs[:3]
x = pad_sequence([inputs, three], batch_first=True)
real = torch.arange(6) < torch.tensor([[6], [3]])
contexts = attend(x, x, x, attn_mask=real[:, :, None])
same = torch.allclose(
    contexts[1, :3], attend(three, three, three), atol=1e-6
)
assert same, "padding must change nothing"  # raises AssertionError: padding
