import torch

codes = torch.arange(16)  # a sign, two bits of exponent, one of mantissa
sign = 1.0 - 2.0 * (codes >> 3)
exponent, mantissa = codes >> 1 & 3, codes & 1
normal = 2.0 ** (exponent - 1) * (1 + mantissa / 2)
numbers = sign * torch.where(exponent > 0, normal, mantissa / 2)
print("four bits:", numbers.tolist())

scale = 126  # a byte, for 32 numbers
print("scaled:   ", (numbers * 2.0 ** (scale - 127)).tolist())
