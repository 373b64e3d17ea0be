import torch

for number in (1.0, 1.003, 1.004, 2.7183, 768.0, 2049.0):
    stored = torch.tensor(number).to(torch.bfloat16).item()
    print(f"{number:9.4f} is stored as {stored:9.4f}")

for dtype in (torch.float32, torch.bfloat16):
    print(dtype, f"next number after 1: 1 + {torch.finfo(dtype).eps:.1e}")
