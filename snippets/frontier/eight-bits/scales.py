import torch
from attention import dequantise, quantise

x = torch.tensor([[0.11, -0.7, 0.23, 0.37], [0.5, 0.4, 90.0, -0.6]])
scale = x.abs().max() / 448
codes = (x / scale).clamp(-448, 448).to(torch.float8_e4m3fn)
print("e4m3, by hand", (codes.float() * scale)[0])

blocks = {"tensor": (2, 4), "rows": (1, 4), "blocks": (2, 2)}
for dtype in (torch.float8_e4m3fn, torch.int8):
    for name, block in blocks.items():
        codes, scales = quantise(x, block, dtype)
        back = dequantise(codes, scales, block)[0]
        kind = "int8" if dtype == torch.int8 else "e4m3"
        print(f"{kind}, {name:7}", back, f"{scales.numel()} scales")
