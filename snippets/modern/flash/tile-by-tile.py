# pip install attention-verified
import torch
from attention import scaled_dot_product_attention

torch.manual_seed(123)
Q, K, V = torch.randn(3, 512, 16)

contexts = []
for queries in Q.split(64):
    maximum, total, gathered = torch.full((64, 1), -1e30), 0.0, 0.0
    for keys, values in zip(K.split(64), V.split(64), strict=True):
        scores = queries @ keys.T / 4  # one tile, 64 by 64
        higher = torch.maximum(maximum, scores.amax(dim=-1, keepdim=True))
        shrink = torch.exp(maximum - higher)
        shares = torch.exp(scores - higher)
        total = total * shrink + shares.sum(dim=-1, keepdim=True)
        gathered = gathered * shrink + shares @ values
        maximum = higher
    contexts.append(gathered / total)

expected, weights = scaled_dot_product_attention(Q, K, V)
print(torch.allclose(torch.cat(contexts), expected, atol=1e-6))
print(f"{64 * 64:,} scores at a time, not {weights.numel():,}")
