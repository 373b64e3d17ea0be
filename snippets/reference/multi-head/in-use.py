# pip install attention-verified
import torch
from attention import (
    Attention,
    CrossAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    merge_heads,
    split_heads,
)
from attention.examples import inputs

heads = split_heads(torch.rand(6, 4), num_heads=2)
print(heads.shape, merge_heads(heads).shape)

# Of the wrapper, d_out is the width of one head.
wrapper = MultiHeadAttentionWrapper(3, 2, 6, dropout=0.0, num_heads=2)
layer = MultiHeadAttention(3, 4, 6, dropout=0.0, num_heads=2)
print(wrapper(inputs).shape, layer(inputs).shape)

layer = Attention(3, 4, 6, dropout=0.0, num_heads=2)
first, cache = layer.forward_with_cache(inputs[:5])
last, cache = layer.forward_with_cache(inputs[5:], cache)  # KVCache
print(first.shape, last.shape, cache.num_tokens)

across = CrossAttention(3, 4, dropout=0.0, num_heads=2)
print(across(torch.rand(2, 3), inputs).shape)  # two queries, six keys
