import torch
from attention import (
    merge_parts,
    scaled_attention_scores,
    scaled_dot_product_attention,
)

torch.manual_seed(123)
Q, K, V = torch.randn(5, 8), torch.randn(100, 8), torch.randn(100, 4)


def part(keys, values):
    log_sums = scaled_attention_scores(Q, keys).logsumexp(dim=-1)
    return scaled_dot_product_attention(Q, keys, values)[0], log_sums


first, second = part(K[:30], V[:30]), part(K[30:], V[30:])
merged, log_sums = merge_parts(*first, *second)
contexts, expected = part(K, V)
mean = (first[0] + second[0]) / 2
print("merged  ", merged[0], log_sums[0])
print("at once ", contexts[0], expected[0])
print("mean    ", mean[0])
