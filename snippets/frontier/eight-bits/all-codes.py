import torch
from attention import decode_float8

codes = torch.arange(256).to(torch.uint8)
for dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
    ours, torchs = decode_float8(codes, dtype), codes.view(dtype).float()
    same = (ours == torchs) | (ours.isnan() & torchs.isnan())
    finite = ours[ours.isfinite()]
    print(f"{dtype}: {same.sum()} of 256 equal torch's")
    print(
        f"  {len(finite)} finite, {ours.isinf().sum()} infinite, ", end=""
    )
    print(
        f"{ours.isnan().sum()} nan, largest {finite.max():,.0f}, ", end=""
    )
    print(f"smallest 2**{finite[finite > 0].min().log2():.0f}")
