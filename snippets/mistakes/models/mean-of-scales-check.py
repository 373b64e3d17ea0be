import torch

x = torch.tensor([[1.0, 2.0], [100.0, 200.0]])
W = torch.tensor([[1.0], [1.0]])
scales = 448 / x.abs().amax(dim=1, keepdim=True)
narrow = (x * scales).to(torch.float8_e4m3fn).float()
off = ((narrow @ W) / scales.mean() / (x @ W) - 1).abs().max()
assert off < 0.1, "more than rounding"  # raises AssertionError: more
