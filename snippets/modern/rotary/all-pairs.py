import torch
from attention import rotate

torch.manual_seed(123)
x, positions = torch.randn(6, 8), torch.arange(6)

omega = 10000.0 ** (-torch.arange(4) / 4)  # radians per token
print(omega)
angles = positions[:, None] * omega  # (6, 4)
first, second = x[:, :4], x[:, 4:]
turned = torch.cat(
    [
        first * angles.cos() - second * angles.sin(),
        first * angles.sin() + second * angles.cos(),
    ],
    dim=-1,
)
print(turned[5])
print(rotate(x, positions)[5])
