# pip install attention-verified
import torch
from attention import scaled_dot_product_attention
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)

Q, K, V = plane_queries, plane_keys, plane_values
contexts, size = [], 2
for queries in Q.split(size):
    maximum, total, gathered = torch.full((size, 1), -1e30), 0.0, 0.0
    for keys, values in zip(K.split(size), V.split(size), strict=True):
        scores = queries @ keys.T / 2**0.5  # one tile
        higher = torch.maximum(maximum, scores.amax(dim=-1, keepdim=True))
        shrink = torch.exp(maximum - higher)
        shares = torch.exp(scores - higher)
        total = total * shrink + shares.sum(dim=-1, keepdim=True)
        gathered = gathered * shrink + shares @ values
        maximum = higher
    contexts.append(gathered / total)

plain, weights = scaled_dot_product_attention(Q, K, V)
for word, *both in zip(
    plane_tokens, torch.cat(contexts), plain, strict=True
):
    print(f"{word:6}", *both)
print(f"{size * size} scores at a time, not {weights.numel()}")
