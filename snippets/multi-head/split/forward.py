import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    inputs,
    scaled_dot_product_attention,
)


class Split(MultiHeadAttention):
    def forward(self, x):
        batch, tokens, _ = x.shape
        cut = (batch, tokens, self.num_heads, -1)
        Q = self.W_query(x).view(cut).transpose(1, 2)
        K = self.W_key(x).view(cut).transpose(1, 2)
        V = self.W_value(x).view(cut).transpose(1, 2)
        mask = causal_mask(tokens)
        contexts, _ = scaled_dot_product_attention(Q, K, V, mask)
        pieces = contexts.transpose(1, 2).contiguous()
        return self.out_proj(pieces.view(batch, tokens, -1))


torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
torch.manual_seed(123)
ours = Split(3, 4, 6, 0.0, num_heads=2)
batch = torch.stack([inputs, inputs])
print(ours(batch)[0, 1].detach())
print(layer(batch)[0, 1].detach())
