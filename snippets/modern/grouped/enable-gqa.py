import torch
import torch.nn.functional as F
from attention import Attention, merge_heads, split_heads
from attention.examples import inputs

torch.manual_seed(123)
for num_kv_groups in (2, 1):
    layer = Attention(3, 8, 6, 0.0, 4, num_kv_groups=num_kv_groups)
    queries = split_heads(layer.W_query(inputs[None]), 4)
    keys = split_heads(layer.W_key(inputs[None]), num_kv_groups)
    values = split_heads(layer.W_value(inputs[None]), num_kv_groups)
    contexts = F.scaled_dot_product_attention(
        queries, keys, values, is_causal=True, enable_gqa=True
    )
    out = layer.out_proj(merge_heads(contexts))
    print(out[0, 1, :4].detach(), layer(inputs)[1, :4].detach())
