import torch

generator = torch.Generator().manual_seed(123)
print(" width    root  in bfloat16  differ")
for width in (1152, 2304, 3072, 4608, 5376):
    root = width**0.5
    rounded = torch.tensor(root).bfloat16()
    numbers = torch.randn(100_000, generator=generator).bfloat16()
    other = (numbers * root != numbers * rounded).double().mean()
    print(f"{width:6,} {root:7.3f} {rounded.item():12} {other:7.0%}")
