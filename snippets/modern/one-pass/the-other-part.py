import torch
from attention import scaled_attention_scores, scaled_dot_product_attention

torch.manual_seed(123)
Q, K, V = torch.randn(5, 8), torch.randn(100, 8), torch.randn(100, 4)


def part(keys, values):
    log_sums = scaled_attention_scores(Q, keys).logsumexp(dim=-1)
    return scaled_dot_product_attention(Q, keys, values)[0], log_sums


(whole, L), (first, L_1) = part(K, V), part(K[:30], V[:30])
share = torch.exp(L_1 - L)[:, None]
second = (whole - share * first) / (1 - share)
L_2 = L + torch.log1p(-torch.exp(L_1 - L))

expected, log_sums = part(K[30:], V[30:])
print(second[0], L_2[0])
print(expected[0], log_sums[0])
