import torch
from attention import Attention, FeedForward, TransformerBlock, causal_mask


def no_mask(num_queries, num_keys, *, device=None):
    return torch.ones(num_queries, num_keys, dtype=torch.bool)


torch.manual_seed(123)
x = torch.randn(12, 16, dtype=torch.float64)
order = torch.cat([torch.randperm(11), torch.tensor([11])])
print("the last of 12 tokens, if the others change places")
for mask in (causal_mask, no_mask):
    plain, shuffled = x, x[order]
    for depth in (1, 2, 3):
        layer = Attention(16, 16, 12, 0.0, num_heads=4, mask=mask)
        block = TransformerBlock(16, layer, FeedForward(16, 32)).double()
        with torch.no_grad():
            plain, shuffled = block(plain), block(shuffled)
        off = (plain[-1] - shuffled[-1]).abs().max()
        print(f"{mask.__name__:11} depth {depth}: moves by {off:.6f}")
