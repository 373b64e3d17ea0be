import torch
import torch.nn.functional as F
from attention import CausalAttention
from attention.examples import inputs


class Causal(CausalAttention):  # its matrices and its mask
    def forward(self, x):
        n = x.shape[1]
        queries, keys = self.W_query(x), self.W_key(x)
        scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
        hidden = scores.masked_fill(~self.mask[:n, :n], -torch.inf)
        weights = torch.softmax(hidden, dim=-1)
        weights = torch.dropout(weights, self.dropout, self.training)
        return weights @ self.W_value(x)


torch.manual_seed(123)
layer = Causal(d_in=3, d_out=2, context_length=6, dropout=0.0)
x = torch.stack([inputs, inputs])
Q, K, V = layer.W_query(x), layer.W_key(x), layer.W_value(x)
torchs = F.scaled_dot_product_attention(Q, K, V, is_causal=True)

print("ours:   ", layer(x)[0, 5].detach())  # step, in the first sentence
print("torch's:", torchs[0, 5].detach())
