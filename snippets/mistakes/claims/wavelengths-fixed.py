import torch

d_model = 512
exponents = torch.arange(0, d_model, 2).double() / d_model
wavelengths = 2 * torch.pi * 10000**exponents

print(f"shortest {wavelengths[0]:.2f}, longest {wavelengths[-1]:.0f}")
print(f"turns in 1000 positions: {1000 / wavelengths[0]:.0f}")
