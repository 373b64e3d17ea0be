import torch
from attention import dequantise, quantise

generator = torch.Generator().manual_seed(123)
x = torch.randn(512, 512, generator=generator)
x[200, 300] = 0.0
print("             tensor  128 × 128      row  1 × 128")
for outlier in (300, 3_000, 30_000):
    for dtype in (torch.int8, torch.float8_e4m3fn):
        row = []
        for block in ((512, 512), (128, 128), (1, 512), (1, 128)):
            spoilt = x.clone()
            spoilt[200, 300] = outlier
            back = dequantise(*quantise(spoilt, block, dtype), block)
            back[200, 300] = 0.0
            row.append(f"{(back - x).norm() / x.norm():8.2%}")
        print(f"{outlier:6} {str(dtype)[6:12]:6}", " ".join(row))
