import torch
from attention import SelfAttentionV1
from attention.examples import inputs

torch.manual_seed(123)
head = SelfAttentionV1(3, 2).double()
other = SelfAttentionV1(3, 2).double()
mix = torch.tensor([[2.0, 1.0], [1.0, 1.0]], dtype=torch.float64)

with torch.no_grad():
    other.W_query.copy_(head.W_query @ mix)
    other.W_key.copy_(head.W_key @ torch.linalg.inv(mix).T)
    other.W_value.copy_(head.W_value)
    x = inputs.double()
    assert torch.allclose(other(x), head(x), atol=1e-12)
    print(torch.allclose(other(x), head(x), atol=1e-12))
    print(torch.allclose(other.W_query, head.W_query, atol=1e-12))
print(head.W_query.detach(), other.W_query.detach(), sep="\n")
