"""What attention layers cost, counted from their shapes.

There are three numbers: the weights in the matrices, the numbers that are cached for
each token, and the multiply-adds for each pair of a query and a key. Each weight is
used once for a new token, so with n keys it takes

    weights + n * per_key

multiply-adds. Biases, norms, the softmax, the scaling, rotations and masks are not
counted.
"""

from typing import NamedTuple

from attention.checks import check_sizes


class Costs(NamedTuple):
    """What one attention layer costs.

    Attributes:
        weights: The numbers in all its matrices, which is also how many multiply-adds
            these take for each new token.
        cached: The numbers that are kept for each token.
        per_key: The multiply-adds of all heads for one query and one key: the score,
            and the value times its weight.
    """

    weights: int
    cached: int
    per_key: int


def grouped_costs(
    d_model: int, num_heads: int, num_kv_groups: int, head_dim: int
) -> Costs:
    """Count a layer whose heads share keys and values in groups.

    Args:
        d_model: Features of a token, before and after.
        num_heads: The number of heads.
        num_kv_groups: The number of different keys and values for each token: num_heads
            for multi-head attention, 1 for multi-query attention.
        head_dim: Features of a query, a key and a value.

    Raises:
        ValueError: If a size is less than 1, or the groups do not divide the heads.
    """
    check_sizes(d_model=d_model, num_heads=num_heads, head_dim=head_dim)
    check_sizes(num_kv_groups=num_kv_groups)
    if num_heads % num_kv_groups:
        raise ValueError(
            f"num_heads must be divisible by num_kv_groups={num_kv_groups}. "
            f"Got {num_heads}."
        )
    queries = d_model * num_heads * head_dim  # and as many from all heads to d_model
    keys = d_model * num_kv_groups * head_dim  # and as many for values
    return Costs(
        weights=2 * queries + 2 * keys,
        cached=2 * num_kv_groups * head_dim,
        per_key=num_heads * 2 * head_dim,
    )


def latent_costs(
    d_model: int,
    num_heads: int,
    head_dim: int,
    latent_dim: int,
    rotary_dim: int,
    query_dim: int | None = None,
) -> Costs:
    """Count a layer of latent attention that is computed the absorbed way.

    Args:
        d_model: Features of a token, before and after.
        num_heads: The number of heads.
        head_dim: Features of a value, and of the part of a query and a key that is not
            rotated.
        latent_dim: Features of a latent vector.
        rotary_dim: Features of the part of a query and a key that is rotated.
        query_dim: Features to which queries are compressed; by default they are not.

    Raises:
        ValueError: If a size is less than 1.
    """
    check_sizes(d_model=d_model, num_heads=num_heads, head_dim=head_dim)
    check_sizes(latent_dim=latent_dim, rotary_dim=rotary_dim)
    both = num_heads * (head_dim + rotary_dim)  # features of all queries
    width = num_heads * head_dim
    queries = d_model * both
    if query_dim is not None:
        check_sizes(query_dim=query_dim)
        queries = d_model * query_dim + query_dim * both
    compress = d_model * (latent_dim + rotary_dim)
    restore = 2 * latent_dim * width  # the absorbed way uses them, too
    return Costs(
        weights=queries + compress + restore + width * d_model,
        cached=latent_dim + rotary_dim,
        per_key=num_heads * (latent_dim + rotary_dim + latent_dim),
    )
