import torch
from attention import rms_norm, rotate

torch.manual_seed(123)
keys, positions = 30 * torch.randn(50, 16), torch.arange(50)
ones, scales = torch.ones(16), torch.linspace(0.5, 2.0, 16)
for name, scale in {
    "scales of 1": ones,
    "scales that differ": scales,
}.items():
    before = rotate(rms_norm(keys, scale), positions)
    after = rms_norm(rotate(keys, positions), scale)
    longest = before.norm(dim=-1).max(), after.norm(dim=-1).max()
    print(
        f"{name}: longest {longest[0]:.2f} and {longest[1]:.2f},", end=" "
    )
    print(f"difference {(before - after).abs().max():.2f}")
