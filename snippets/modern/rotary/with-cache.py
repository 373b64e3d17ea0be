import torch
from attention import (
    causal_mask,
    rotate,
    scaled_dot_product_attention,
)

torch.manual_seed(123)
queries, keys, values = torch.randn(3, 6, 8)
positions = torch.arange(6)
cached_keys = rotate(keys[:5], positions[:5])
whole, _ = scaled_dot_product_attention(
    rotate(queries, positions),
    rotate(keys, positions),
    values,
    causal_mask(6),
)

print("whole:", whole[5, :4])
for position in (5, 0):  # of the new token
    new_query = rotate(queries[5:], torch.tensor([position]))
    new_key = rotate(keys[5:], torch.tensor([position]))
    out, _ = scaled_dot_product_attention(
        new_query, torch.cat([cached_keys, new_key]), values
    )
    print(f"at {position}:", out[0, :4])
