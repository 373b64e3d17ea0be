import torch
from attention import MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 6, 6, 0.0, num_heads=3).requires_grad_(False)
whole, columns = layer(inputs), layer.out_proj.weight.clone()

for head in range(3):
    layer.out_proj.weight[:, 2 * head : 2 * head + 2] = 0.0
    change = (layer(inputs) - whole).norm() / whole.norm()
    layer.out_proj.weight.copy_(columns)
    print(f"without head {head}: changed by {change:.2f}")

count = sum(p.numel() for p in layer.parameters())
pruned = 3 * 4 * 3 + 6 * 4 + 6  # three matrices, out_proj, its bias
print("numbers:", count, "before,", pruned, "after")
