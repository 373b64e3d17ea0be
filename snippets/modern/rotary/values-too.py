import torch
from attention import rotate, scaled_dot_product_attention

torch.manual_seed(123)
queries, keys, values = torch.randn(3, 6, 8, dtype=torch.float64)
outs, undone = [], []
for positions in (torch.arange(6), torch.arange(6) + 1000):
    out, _ = scaled_dot_product_attention(
        rotate(queries, positions),
        rotate(keys, positions),
        rotate(values, positions),
    )
    outs.append(out)
    undone.append(rotate(out, -positions))
for rows in (*outs, *undone):
    print(rows[0, :4])
