import torch
from attention import decode_float8

codes = torch.arange(256).to(torch.uint8)
for dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
    values = decode_float8(codes, dtype)
    counts = {
        f"{low} to {2 * low}": int(
            ((values >= low) & (values < 2 * low)).sum()
        )
        for low in (1, 2, 64, 128)
    }
    print(f"{str(dtype)[6:]:14}", counts)
