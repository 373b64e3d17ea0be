import torch
from attention import scaled_attention_scores, scaled_dot_product_attention

torch.manual_seed(123)
Q, K, V = torch.randn(3, 512, 16)
_, weights = scaled_dot_product_attention(Q, K, V)
log_sums = scaled_attention_scores(Q, K).logsumexp(dim=-1)

rows, columns = slice(128, 192), slice(448, 512)  # one tile
scores = Q[rows] @ K[columns].T / 4
again = torch.exp(scores - log_sums[rows, None])
print(again[0, :4])
print(weights[rows, columns][0, :4])
