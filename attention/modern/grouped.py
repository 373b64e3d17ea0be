"""Grouped-query attention: several heads share one set of keys and values.

With num_heads heads in num_kv_groups groups, head h, counted from 0, reads the keys and
values of group g:

    g = h // (num_heads / num_kv_groups)
    Z_h = softmax(Q_h K_g^T / sqrt(head_dim) + M) V_g
    Grouped(x) = Concat(Z_0, …, Z_(num_heads - 1)) W_O

This is Ainslie et al. (2023), section 2.2. With one group it is the multi-query
attention of Shazeer (2019), and with as many groups as heads multi-head attention. M is
the causal mask. `Attention(…, num_kv_groups=…)` computes it.
"""

import torch

from attention.models.attention import Attention


@torch.no_grad()
def to_grouped(layer: Attention, num_kv_groups: int) -> Attention:
    """Return a grouped layer with the average keys and values of each group's heads.

    The matrices of a group are the means of those of its heads, as in Ainslie et al.
    (2023), section 2.2; queries and out_proj are copied. Unless the heads in
    each group agree, the new layer computes something else, and is trained further.

    Args:
        layer: A layer in which each head has keys and values of its own.
        num_kv_groups: The number of groups; it divides the number of heads.

    Raises:
        ValueError: If num_kv_groups does not divide the number of heads.
    """
    grouped = Attention(
        *(layer.W_query.in_features, layer.out_proj.out_features),
        *(layer.context_length, layer.dropout, layer.num_heads),
        qkv_bias=layer.W_query.bias is not None,
        num_kv_groups=num_kv_groups,
        head_dim=layer.head_dim,
        out_bias=layer.out_proj.bias is not None,
        mask=layer.mask,
        attend=layer.attend,
    ).to(layer.W_query.weight)  # its device and dtype
    state = layer.state_dict()
    for name in state:
        if name.startswith(("W_key", "W_value")):  # head by head, one below the other
            rows = state[name].unflatten(0, (num_kv_groups, -1, layer.head_dim))
            state[name] = rows.mean(dim=1).flatten(0, 1)
    grouped.load_state_dict(state)
    grouped.rotary = layer.rotary  # shared, and not to be converted
    return grouped.train(layer.training)
