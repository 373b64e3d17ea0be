import torch
import torch.nn.functional as F
from attention import mask_from_lengths, to_multihead, to_sdpa

torch.manual_seed(123)
layer = torch.nn.MultiheadAttention(
    4, num_heads=1, bias=False, batch_first=True
)
with torch.no_grad():  # identity matrices: it projects nothing
    layer.in_proj_weight.copy_(torch.eye(4).repeat(3, 1))
    layer.out_proj.weight.copy_(torch.eye(4))
x, mask = torch.rand(2, 3, 4), mask_from_lengths(torch.tensor([3, 2]), 3)

allowed = to_sdpa(mask)  # (2, 1, 3), True = may attend
blocked = to_multihead(mask[:, 0])  # (2, 3), True = blocked
fused = F.scaled_dot_product_attention(x, x, x, attn_mask=allowed)
output, _ = layer(x, x, x, key_padding_mask=blocked)
print(allowed[1], blocked[1])
print(torch.allclose(fused, output, atol=1e-6))
