import torch
from attention import rotary_frequencies, rotate

torch.manual_seed(123)
x = torch.randn(1, 8, dtype=torch.float64)
divided = rotate(x, torch.tensor([8000]) / 4)
print(torch.allclose(divided, rotate(x, torch.tensor([2000]))))

fastest = rotary_frequencies(128)[0]
print(f"from one token to the next: {fastest:.2f}, then {fastest / 4:.2f}")
