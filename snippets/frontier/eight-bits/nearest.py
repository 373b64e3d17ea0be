import torch

x = torch.tensor(0.33)  # of the largest number that a type can hold
e4m3 = (448 * x).to(torch.float8_e4m3fn).float() / 448
e5m2 = (57344 * x).to(torch.float8_e5m2).float() / 57344
print(f"{x:.2f} of the largest is read as")
for name, value in (
    ("int8", (127 * x).round() / 127),
    ("e4m3", e4m3),
    ("e5m2", e5m2),
):
    print(f"{name}  {value:.4f}, {100 * (value - x).abs() / x:.1f} % off")
