import torch
from attention import SelfAttentionV1

torch.manual_seed(123)
head = SelfAttentionV1(3, 2).double()

with torch.no_grad():
    W_value = head(torch.eye(3, dtype=torch.float64)[:, None])[:, 0]
    x = torch.rand(50, 2, 3, dtype=torch.float64)  # fifty pairs of words
    a, b = x[:, 0], x[:, 1]
    apart = (a - b) @ W_value
    share = ((head(x)[:, 0] - b @ W_value) * apart).sum(-1) / (
        apart**2
    ).sum(-1)
    known = share.logit() * 2**0.5  # = a M (a - b)
    products = (a[:, :, None] * (a - b)[:, None, :]).flatten(1)  # (50, 9)
    M = torch.linalg.lstsq(products, known[:, None]).solution.reshape(3, 3)
    assert torch.allclose(M, head.W_query @ head.W_key.T, atol=1e-6)
print(M)
print("rank", torch.linalg.matrix_rank(M, rtol=1e-6).item())
