import torch
from attention import scaled_dot_product_attention

torch.manual_seed(123)
query, keys, values = (
    torch.randn(8),
    torch.randn(100, 8),
    torch.randn(100, 4),
)

maximum, total, gathered = torch.tensor(-1e30), 0.0, torch.zeros(4)
for key, value in zip(keys, values, strict=True):
    score = query @ key / 8**0.5
    higher = torch.maximum(maximum, score)
    shrink, share = torch.exp(maximum - higher), torch.exp(score - higher)
    total = total * shrink + share
    gathered = gathered * shrink + share * value
    maximum = higher

context, _ = scaled_dot_product_attention(query[None], keys, values)
print(gathered / total)
print(context[0])
