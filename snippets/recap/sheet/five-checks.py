import torch
import torch.nn.functional as F
from attention import CausalAttention, record_weights
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, dropout=0.5).eval()
linears = layer.W_query, layer.W_key, layer.W_value
Q, K, V = (linear(inputs) for linear in linears)
torchs = F.scaled_dot_product_attention(Q, K, V, is_causal=True)
changed = inputs.clone()
changed[5] = 9.0  # another last word

with record_weights(layer) as recorded:
    Z = layer(inputs)
(A,) = recorded.values()  # the weights that the layer used
print(1, torch.allclose(A.sum(-1), torch.ones(6)))
print(2, bool(A.diagonal().all()) and not A.triu(1).any())
print(3, torch.allclose(layer(changed)[:5], Z[:5], atol=1e-6))
print(4, torch.allclose(Z, torchs, atol=1e-6))
print(5, torch.equal(layer(inputs), Z))
