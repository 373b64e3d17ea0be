import torch
from attention import scaled_dot_product_attention, window_mask

generator = torch.Generator().manual_seed(0)
Q, K, V = torch.randn(3, 12, 8, generator=generator)
mask = window_mask(12, window=4)
expected, _ = scaled_dot_product_attention(Q, K, V, mask)

for size in (3, 4, 5):
    keys, values, rows = K[:0], V[:0], []
    for query, key, value in zip(Q, K, V, strict=True):
        keys = torch.cat([keys, key[None]])[-size:]
        values = torch.cat([values, value[None]])[-size:]
        row, _ = scaled_dot_product_attention(query[None], keys, values)
        rows.append(row)
    difference = (torch.cat(rows) - expected).abs().max()
    print(f"a cache of {len(keys)}: largest difference {difference:.3f}")
