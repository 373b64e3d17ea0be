"""Linear attention: no softmax, so that one matrix stands for all earlier tokens.

For the queries q_i, keys k_j and values v_j of a sequence, without a softmax:

    z_i = sum over j <= i of (q_i . k_j) v_j          one score for each pair
        = q_i S_i,   S_i = sum over j <= i of k_j^T v_j

The second line moves the brackets. S_i is the state, a matrix of d_k times d_v numbers,
and S_i = S_(i-1) + k_i^T v_i. Katharopoulos et al. (2020), section 3.2 to 3.4, put
positive features phi(q) and phi(k) in the place of q and k, and divide by the sum of
the scores, so that the weights of a query are positive and sum to 1:

    z_i = phi(q_i) S_i / (phi(q_i) . n_i),   n_i = sum over j <= i of phi(k_j)
    phi(x) = elu(x) + 1

Nothing is divided by sqrt(d_k) here: a caller who wants that scales the queries.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_divides, check_sequences, check_shape
from attention.multi_head.heads import merge_heads, split_heads
from attention.recurrent.state_cache import StateCache, state_of


def linear_attention(
    queries: Float[Tensor, "... num_tokens d_k"],
    keys: Float[Tensor, "... num_tokens d_k"],
    values: Float[Tensor, "... num_tokens d_v"],
    state: Float[Tensor, "... d_k d_v"] | None = None,
) -> tuple[Float[Tensor, "... num_tokens d_v"], Float[Tensor, "... d_k d_v"]]:
    """Return causal context vectors without a softmax, and the state after them.

    Tokens among these meet in a square of scores, earlier ones in the state. So the
    square is as large as the piece that is given, and a long sequence can be given in
    pieces of any size: the result is the same, up to rounding.

    Args:
        queries: One vector for each token; not scaled.
        keys: One vector for each token.
        values: One vector for each token.
        state: What an earlier call returned; by default there are no earlier tokens.

    Returns:
        contexts: One context vector for each token.
        state: The sum of k^T v over all tokens so far.

    Raises:
        ValueError: If keys or values do not have one row for each query, or the state
            does not have d_k rows and d_v columns.
    """
    check_sequences(queries, keys, values, state)
    contexts = (queries @ keys.mT).tril() @ values
    added = keys.mT @ values
    if state is None:
        return contexts, added
    return contexts + queries @ state, state + added


def elu_plus_one(x: Float[Tensor, "..."]) -> Float[Tensor, "..."]:
    """Return elu(x) + 1: exp(x) below 0 and x + 1 above, so it is positive.

    It rounds to 0 far below 0: in float32 from about -17 on. If all features of a query
    are 0, or all products with its keys, its average is 0 / 0, nan.

    Args:
        x: Queries or keys.
    """
    return F.elu(x) + 1


def normalised_linear_attention(
    queries: Float[Tensor, "... num_tokens d_k"],
    keys: Float[Tensor, "... num_tokens d_k"],
    values: Float[Tensor, "... num_tokens d_v"],
    state: Float[Tensor, "... features d_v_and_1"] | None = None,
    feature_map: Callable[[Tensor], Tensor] = elu_plus_one,
) -> tuple[
    Float[Tensor, "... num_tokens d_v"], Float[Tensor, "... features d_v_and_1"]
]:
    """Return causal averages of the values, with the weights phi(q) . phi(k).

    Each value gets a 1 at its end, which makes the sum of the scores one more column.

    Args:
        queries: One vector for each token; not scaled.
        keys: One vector for each token.
        values: One vector for each token.
        state: What an earlier call returned; by default there are no earlier tokens.
        feature_map: From queries and keys to positive features, row by row.

    Returns:
        contexts: One context vector for each token.
        state: The sum of phi(k)^T v over all tokens so far, and in its last column the
            sum of phi(k), the normaliser.

    Raises:
        ValueError: As `linear_attention` does, for values with one more feature.
    """
    ones = torch.ones_like(values[..., :1])
    sums, state = linear_attention(
        feature_map(queries), feature_map(keys), torch.cat([values, ones], -1), state
    )
    return sums[..., :-1] / sums[..., -1:], state


class LinearAttention(nn.Module):
    """Causal heads whose cache is a state of fixed size.

    It computes no attention weights that could be recorded, knows no order of tokens
    beyond what came before, and takes sequences of any length.

    Args:
        d_in: Features of each token.
        d_out: Features of the result, those of *all* heads together.
        num_heads: The number of heads; it divides d_out.
        qkv_bias: Whether W_query, W_key and W_value have a bias.

    Attributes:
        W_query: nn.Linear, made first. Rows h * head_dim to (h + 1) * head_dim of its
            weight are those of head h, counted from 0.
        W_key: The same, made second.
        W_value: The same, made third.
        out_proj: nn.Linear with a bias, from d_out to d_out features.

    Raises:
        ValueError: If num_heads does not divide d_out.
    """

    attend = None

    def __init__(
        self, d_in: int, d_out: int, num_heads: int, qkv_bias: bool = False
    ) -> None:
        super().__init__()
        check_divides(num_heads, d_out=d_out)
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vectors of all heads, mixed by out_proj.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes or another width than d_in.
        """
        return self.forward_with_cache(x)[0]

    def forward_with_cache(
        self,
        x: Float[Tensor, "... num_new d_in"],
        cache: StateCache | None = None,
    ) -> tuple[Float[Tensor, "... num_new d_out"], StateCache]:
        """Return the same for new tokens, and the state of all tokens so far.

        Args:
            x: One vector for each new token, of the parameters' dtype.
            cache: What an earlier call of this layer returned; by default there are no
                earlier tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: The state, (..., num_heads, head_dim, head_dim + 1): the last column
                is the normaliser.

        Raises:
            ValueError: As `forward` does, or if the cache is of another kind, shape,
                dtype or device.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        queries = split_heads(self.W_query(x), self.num_heads)
        keys = split_heads(self.W_key(x), self.num_heads)
        values = split_heads(self.W_value(x), self.num_heads)
        # each (..., num_heads, num_new, head_dim)
        shape = (*keys.shape[:-2], keys.shape[-1], keys.shape[-1] + 1)
        state, num_cached = state_of(cache, shape, values)
        contexts, state = normalised_linear_attention(queries, keys, values, state)
        out = self.out_proj(merge_heads(contexts))  # (..., num_new, d_out)
        return out, StateCache(state, num_cached + x.shape[-2])
