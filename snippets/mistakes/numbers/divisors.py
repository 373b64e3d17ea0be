import torch

torch.manual_seed(123)
queries, keys = torch.randn(2, 4, 7, 6)  # 4 heads, 7 words, width 6
divisors = {
    "root of d_k": queries.shape[-1] ** 0.5,
    "d_k itself": queries.shape[-1],
    "root of the words": queries.shape[-2] ** 0.5,
    "root of the heads": queries.shape[-3] ** 0.5,
    "d_k ** -0.5": queries.shape[-1] ** -0.5,
}
for name, divisor in divisors.items():
    weights = torch.softmax(queries @ keys.mT / divisor, dim=-1)
    print(f"{name:18} {divisor:.2f}  largest {weights[0, 0].max():.2f}")

after = torch.softmax(queries @ keys.mT, dim=-1) / 6**0.5
print("scaled after the softmax, row sum:", f"{after[0, 0].sum():.2f}")
