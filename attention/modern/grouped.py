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

from copy import deepcopy

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
    if num_kv_groups < 1 or layer.num_heads % num_kv_groups:
        raise ValueError(
            f"num_heads must be divisible by {num_kv_groups=}. Got {layer.num_heads}."
        )
    grouped = deepcopy(layer)
    grouped.num_kv_groups = num_kv_groups
    grouped.rotary = layer.rotary  # shared by all layers
    for linear in (grouped.W_key, grouped.W_value):
        linear.out_features = num_kv_groups * layer.head_dim
        for numbers in linear.parameters():  # head by head, one below the other
            rows = numbers.unflatten(0, (num_kv_groups, -1, layer.head_dim))
            numbers.data = rows.mean(dim=1).flatten(0, 1)
    return grouped
