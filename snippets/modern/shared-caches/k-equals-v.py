import torch
from attention import rms_norm, rotate

torch.manual_seed(123)
x, W_key = torch.randn(6, 24).double(), torch.randn(24, 8).double()
scale = (1 + 0.2 * torch.randn(8)).double()
ones, positions = torch.ones(8).double(), torch.arange(6)
projected = x @ W_key  # there is no W_value
keys = rotate(rms_norm(projected, scale, 1e-6), positions)
values = rms_norm(projected, ones, 1e-6)

restored = rotate(scale * values, positions)  # from the values alone
print("key of the last token ", keys[5, :4].float())
print("restored from a value ", restored[5, :4].float())
