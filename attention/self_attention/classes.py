"""Self-attention as a class: three trained matrices and one forward pass.

For a sequence x, one row a token, and the matrices W_query, W_key, W_value:

    Q = x W_query,   K = x W_key,   V = x W_value
    Z = softmax(Q K^T / sqrt(d_out)) V

This is one head of Vaswani et al. (2017), section 3.2.2, with d_k = d_v = d_out. The
paper writes d_in x d_out matrices, as V1 stores them; nn.Linear stores the transpose,
and so does V2.

With the same matrices, the two classes give the same output. V1 holds the matrices
itself, V2 uses nn.Linear. Neither has a mask.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class SelfAttentionV1(nn.Module):
    """Self-attention with three bare parameters, drawn by torch.rand.

    Args:
        d_in: Features of each token.
        d_out: Features of each query, key, value and context vector.

    Attributes:
        W_query: nn.Parameter of shape (d_in, d_out), drawn first.
        W_key: The same, drawn second.
        W_value: The same, drawn third.
    """

    attend = staticmethod(scaled_dot_product_attention)

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vector of each token.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, or another width than d_in.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.shape[0])
        queries = x @ self.W_query  # (..., num_tokens, d_out)
        keys = x @ self.W_key
        values = x @ self.W_value
        contexts, _ = self.attend(queries, keys, values)
        return contexts


class SelfAttentionV2(nn.Module):
    """Self-attention with three linear layers.

    Args:
        d_in: Features of each token.
        d_out: Features of each query, key, value and context vector.
        qkv_bias: Whether each of the three layers has a bias.

    Attributes:
        W_query: nn.Linear, created first. Its weight has shape (d_out, d_in) and is
            drawn uniformly between -1/sqrt(d_in) and 1/sqrt(d_in).
        W_key: The same, created second.
        W_value: The same, created third.
    """

    attend = staticmethod(scaled_dot_product_attention)

    def __init__(self, d_in: int, d_out: int, qkv_bias: bool = False) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vector of each token.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, or another width than d_in.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        queries = self.W_query(x)  # (..., num_tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)
        contexts, _ = self.attend(queries, keys, values)
        return contexts
