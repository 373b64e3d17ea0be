import torch
from attention import dequantise, quantise

generator = torch.Generator().manual_seed(123)
x = torch.randn(512, 512, generator=generator)
x[200, 300] = 0.0
print("           tensor  128 × 128      row  1 × 128")
kinds = {"int8": torch.int8, "e4m3": torch.float8_e4m3fn}
for outlier in (300, 3_000, 30_000):
    for kind, dtype in kinds.items():
        row = []
        for block in ((512, 512), (128, 128), (1, 512), (1, 128)):
            spoilt = x.clone()
            spoilt[200, 300] = outlier
            back = dequantise(*quantise(spoilt, block, dtype), block)
            back[200, 300] = 0.0
            row.append(f"{(back - x).norm() / x.norm():8.2%}")
        print(f"{outlier:6} {kind}", " ".join(row))
