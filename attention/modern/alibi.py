"""ALiBi: attention with linear biases, a penalty on scores in proportion to distance.

For query i, key j and a head with the slope m:

    alpha_ij = softmax over j of (q_i . k_j / sqrt(d_k) - m |i - j|)

`core_attention` computes it, with `alibi_bias` for the bias.

The slopes are fixed, one for each head. For n heads, n a power of two, they are

    m_h = 2^(-8 h / n),   h = 1, ..., n

This is Press, Smith and Lewis (2021), section 3. For other numbers of heads the formula
and the authors' code differ; `alibi_slopes` follows the code.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_sizes


def alibi_slopes(
    num_heads: int, *, device: torch.device | str | None = None
) -> Float[Tensor, " num_heads"]:
    """Return the slope of each head, as the authors' code does.

    If num_heads is not a power of two, the slopes for the largest power of two below it
    come first, then every other slope for twice that power, starting with the first.

    Args:
        num_heads: The number of heads.
        device: Where the slopes are made; by default torch's default device.

    Raises:
        ValueError: If num_heads is less than 1.
    """
    check_sizes(num_heads=num_heads)
    power = 2 ** (num_heads.bit_length() - 1)
    slopes = [2 ** (-8 * h / power) for h in range(1, power + 1)]
    more = range(1, 2 * (num_heads - power), 2)
    slopes += [2 ** (-4 * h / power) for h in more]
    return torch.tensor(slopes, device=device)


def alibi_bias(
    slopes: Float[Tensor, " num_heads"], num_queries: int, num_keys: int | None = None
) -> Float[Tensor, "num_heads num_queries num_keys"]:
    """Return the bias that is added to the scores of each head: -slope * distance.

    With fewer queries than keys the two are aligned at their ends, as those of
    `causal_mask` are.

    Args:
        slopes: One number for each head.
        num_queries: The number of query positions, the last ones of the sequence.
        num_keys: The number of key positions; by default as many as queries.

    Raises:
        ValueError: If there are more queries than keys.
    """
    if num_keys is None:
        num_keys = num_queries
    if num_keys < num_queries:
        raise ValueError(
            f"num_keys must be at least num_queries={num_queries}. Got {num_keys}."
        )
    positions = torch.arange(num_keys, device=slopes.device)
    distance = (positions[num_keys - num_queries :, None] - positions).abs()
    return -slopes[:, None, None] * distance
