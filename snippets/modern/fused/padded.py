import torch
import torch.nn.functional as F
from attention import (
    causal_mask,
    combine_masks,
    mask_from_lengths,
    scaled_dot_product_attention,
)

torch.manual_seed(123)
Q, K, V = torch.randn(3, 2, 4, 5, 8)  # 2 sequences, 4 heads, 5 tokens
mask = mask_from_lengths(torch.tensor([5, 2]), 5)  # the second is padded
mask = combine_masks(causal_mask(5), mask)[:, None]  # for all heads
fused = F.scaled_dot_product_attention(Q, K, V, attn_mask=mask)
plain, _ = scaled_dot_product_attention(Q, K, V, mask)
print(mask.shape)
print(f"largest difference {(fused - plain).abs().max():.3f}")
