import torch
from attention import SelfAttentionV1

torch.manual_seed(123)
head = SelfAttentionV1(3, 2).double()

with torch.no_grad():
    sentences = torch.eye(3, dtype=torch.float64)[:, None]  # one word each
    W_value = head(sentences)[:, 0]
    assert torch.allclose(W_value, head.W_value, atol=1e-12)
print(W_value)
