import torch
from attention import (
    causal_mask,
    scaled_dot_product_attention,
    select_keys,
)

torch.manual_seed(123)
Q, K, V = torch.randn(3, 64, 16)
scores, mask = torch.randn(64, 64), causal_mask(64)
full, _ = scaled_dot_product_attention(Q, K, V, mask)
for top_k in (64, 8):
    kept = select_keys(scores, top_k, mask)
    masked, _ = scaled_dot_product_attention(Q, K, V, kept)
    rows = []
    for query, row in zip(Q, kept, strict=True):  # the kept keys alone
        out, _ = scaled_dot_product_attention(query[None], K[row], V[row])
        rows.append(out)
    gathered = torch.cat(rows)
    from_full = (masked - full).abs().max()
    from_masked = (gathered - masked).abs().max()
    print(f"top {top_k:2}: masked {from_full:.3f} from full", end=", ")
    print(f"gathered {from_masked:.3f} from masked")
