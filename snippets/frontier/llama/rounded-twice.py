import torch
from attention import rms_norm

generator = torch.Generator().manual_seed(123)
x = torch.randn(1000, 64, generator=generator).bfloat16()
scale = torch.randn(64, generator=generator).bfloat16()
first = rms_norm(x, scale)  # rounded, then scaled
wide = rms_norm(x.float(), scale.float())
last = wide.bfloat16()  # scaled, then rounded
print(f"{(first != last).sum():,} of {x.numel():,} numbers differ")
apart = (first - last).abs() / last.abs()
print(f"at most by {apart.max():.4f} of their size; 2**-7 is {2**-7:.4f}")
