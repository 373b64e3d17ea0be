import torch
from attention import Attention, RotaryPositions

torch.manual_seed(123)
rotary = RotaryPositions(context_length=12, head_dim=4)
layer = Attention(8, 8, 12, 0.0, num_heads=2, rotary=rotary)
x = torch.randn(12, 8)
whole = layer(x)

cache, rows = None, []
for token in x.split(1):
    row, cache = layer.forward_with_cache(token, cache)
    rows.append(row)
same = torch.isclose(torch.cat(rows), whole, atol=1e-6).all(dim=-1)
print(f"{same.sum()} of 12 rows the same")

layer.rotary = None
same = torch.isclose(layer(x), whole, atol=1e-6).all(dim=-1)
print(f"without rotary positions: {same.sum()} of 12")
