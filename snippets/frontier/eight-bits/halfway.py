import torch
from attention import decode_float8

codes = torch.arange(128).to(torch.uint8)  # the positive ones, in order
for dtype, normal in ((torch.float8_e4m3fn, 8), (torch.float8_e5m2, 4)):
    values = decode_float8(codes, dtype)
    values = values[normal:][values[normal:].isfinite()]  # e > 0
    halfway = (values[1:] + values[:-1]) / 2
    error = (halfway.to(dtype).float() - halfway).abs() / halfway
    print(f"{dtype}: {len(halfway)} midpoints, largest {error.max():.6f}")
print(f"1/17 = {1 / 17:.6f}, 1/9 = {1 / 9:.6f}")
