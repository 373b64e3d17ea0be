import torch

for dtype in (
    torch.float8_e4m3fn,
    torch.bfloat16,
    torch.float16,
    torch.float32,
):
    total = torch.zeros((), dtype=dtype)
    for _ in range(4096):
        total = (total.float() + 1).to(dtype)
    print(f"4,096 ones in {str(dtype)[6:]:14}{total.float():7,.0f}")
