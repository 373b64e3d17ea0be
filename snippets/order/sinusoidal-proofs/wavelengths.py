import torch

d_model = 512
exponents = torch.arange(0, d_model, 2).double() / d_model
wavelengths = 2 * torch.pi * 10000**exponents

print(f"shortest {wavelengths[0]:.4f}")
print(f"longest  {wavelengths[-1]:.4f}")
print(f"10000 times 2 pi would be {10000 * 2 * torch.pi:.4f}")
print(f"each is {wavelengths[1] / wavelengths[0]:.4f} times the one before")
longer = (wavelengths > 1024).sum().item()
print(f"longer than 1024 positions: {longer} of {len(wavelengths)}")
