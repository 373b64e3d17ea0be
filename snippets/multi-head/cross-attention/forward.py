import torch
from attention import (
    CrossAttention,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from attention.examples import inputs, target_inputs


class Cross(CrossAttention):
    def forward(self, x_query, x_key):
        queries = split_heads(self.W_query(x_query), self.num_heads)
        keys = split_heads(self.W_key(x_key), self.num_heads)
        values = split_heads(self.W_value(x_key), self.num_heads)
        contexts, weights = scaled_dot_product_attention(
            queries, keys, values
        )
        print("weights", tuple(weights.shape))
        return self.out_proj(merge_heads(contexts))


torch.manual_seed(123)
layer = Cross(d_in=3, d_out=4, dropout=0.0, num_heads=2)
print(layer(target_inputs, inputs).detach())
