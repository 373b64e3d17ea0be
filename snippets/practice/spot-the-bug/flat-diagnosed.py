import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    diagnose,
    merge_heads,
    split_heads,
)
from torch import nn


class Flat(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)

    def forward(self, x):
        Q, K = self.layer.W_query(x), self.layer.W_key(x)
        scale = Q.shape[-1] ** 0.5
        Q, K = split_heads(Q, 2), split_heads(K, 2)
        V = split_heads(self.layer.W_value(x), 2)
        mask = causal_mask(x.shape[-2], device=x.device)
        scores = (Q @ K.mT / scale).masked_fill(~mask, -torch.inf)
        contexts = torch.softmax(scores, dim=-1) @ V
        return self.layer.out_proj(merge_heads(contexts))


print(diagnose(Flat()))
