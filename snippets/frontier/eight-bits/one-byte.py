import torch

for number in (1.0, 1.7, -0.3, 448.0, 0.01):
    code = torch.tensor(number).to(torch.float8_e4m3fn).view(torch.uint8)
    s, e, f = int(code) >> 7, (int(code) >> 3) & 15, int(code) & 7
    if e > 0:
        value = (-1) ** s * 2.0 ** (e - 7) * (1 + f / 8)
    else:
        value = (-1) ** s * 2.0 ** (1 - 7) * f / 8
    print(f"{number:6}  s = {s:b}  e = {e:04b}  f = {f:03b}  {value:10.6f}")
