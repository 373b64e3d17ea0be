import torch
from attention import causal_mask, window_mask

tokens, size = 4096, 128
document = torch.arange(tokens) // 512  # eight texts, end to end
masks = {
    "causal": causal_mask(tokens),
    "window of 1,024": window_mask(tokens, window=1024),
    "eight texts": causal_mask(tokens) & (document[:, None] == document),
}
for name, mask in masks.items():
    blocks = mask.view(tokens // size, size, tokens // size, size)
    needed = blocks.any(dim=3).any(dim=1)
    print(f"{name:15} {needed.sum():>4} of {needed.numel():,} blocks")
