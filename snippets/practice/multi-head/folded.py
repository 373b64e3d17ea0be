import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    masked_attention_weights,
)
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2).requires_grad_(False)
three = (layer.W_query, layer.W_key, layer.W_value)
W_Q, W_K, W_V = (W.weight.view(2, 2, 3) for W in three)  # heads first
W_O = layer.out_proj.weight.view(4, 2, 2).transpose(0, 1)

ask = W_Q.mT @ W_K / 2**0.5  # (2, 3, 3): word by word
give = W_V.mT @ W_O.mT  # (2, 3, 4): word to result
weights = masked_attention_weights(inputs @ ask @ inputs.T, causal_mask(6))
folded = (weights @ inputs @ give).sum(dim=0) + layer.out_proj.bias

assert torch.allclose(folded, layer(inputs), atol=1e-6)
print(ask.shape, give.shape)
print("as the layer:", torch.allclose(folded, layer(inputs), atol=1e-6))
