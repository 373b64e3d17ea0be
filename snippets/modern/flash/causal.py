import torch
from attention import causal_mask, scaled_dot_product_attention

torch.manual_seed(123)
Q, K, V = torch.randn(3, 512, 16)
keys_of, values_of = K.split(64), V.split(64)

contexts, tiles = [], 0
for i, queries in enumerate(Q.split(64)):
    maximum, total, gathered = torch.full((64, 1), -1e30), 0.0, 0.0
    for j in range(i + 1):  # no tile that is all in the future
        scores = queries @ keys_of[j].T / 4
        if j == i:
            scores = scores.masked_fill(~causal_mask(64), -torch.inf)
        higher = torch.maximum(maximum, scores.amax(dim=-1, keepdim=True))
        shrink = torch.exp(maximum - higher)
        shares = torch.exp(scores - higher)
        total = total * shrink + shares.sum(dim=-1, keepdim=True)
        gathered = gathered * shrink + shares @ values_of[j]
        maximum = higher
        tiles += 1
    contexts.append(gathered / total)

expected, _ = scaled_dot_product_attention(Q, K, V, causal_mask(512))
print(torch.allclose(torch.cat(contexts), expected, atol=1e-6))
print(tiles, "of", (512 // 64) ** 2)
