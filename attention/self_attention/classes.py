"""Self-attention as a class: three trained matrices and one forward pass.

For a sequence x, one row a token, and the matrices W_query, W_key, W_value:

    Q = x W_query,   K = x W_key,   V = x W_value
    Z = softmax(Q K^T / sqrt(d_out)) V

This is one head of Vaswani et al. (2017), section 3.2.2, with d_k = d_v = d_out.
The paper writes d_in x d_out matrices, as V1 stores them; nn.Linear stores the
transpose, d_out x d_in, and so does V2.

The two classes hold the same numbers in two ways. V1 shows what a layer is made
of; V2 is how layers are written. Neither has a mask.
"""

import torch
from torch import nn

from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class SelfAttentionV1(nn.Module):
    """Self-attention whose matrices are bare parameters, drawn by torch.rand.

    d_in:  features of each token, at least 1
    d_out: features of each query, key, value and context vector, at least 1

    W_query, W_key, W_value: nn.Parameter of shape (d_in, d_out), drawn in turn

    Raises ValueError if d_in or d_out is less than 1.
    """

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__()
        _require_sizes(d_in, d_out)
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The context vector of each token.

        x:       (..., num_tokens, d_in), dtype of the parameters
        returns: (..., num_tokens, d_out)

        Raises ValueError if x has fewer than two axes, or another width.
        """
        _require_tokens(x, d_in=self.W_query.shape[0])
        queries = x @ self.W_query  # (..., num_tokens, d_out)
        keys = x @ self.W_key
        values = x @ self.W_value
        return scaled_dot_product_attention(queries, keys, values)


class SelfAttentionV2(nn.Module):
    """Self-attention whose matrices live in nn.Linear, which also draws them.

    d_in:     features of each token, at least 1
    d_out:    features of each query, key, value and context vector, at least 1
    qkv_bias: whether each of the three layers adds a trained vector, too

    W_query, W_key, W_value: nn.Linear, made in turn; the weight of each has shape
    (d_out, d_in) and values between -1/sqrt(d_in) and 1/sqrt(d_in)

    Raises ValueError if d_in or d_out is less than 1.
    """

    def __init__(self, d_in: int, d_out: int, qkv_bias: bool = False) -> None:
        super().__init__()
        _require_sizes(d_in, d_out)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The context vector of each token.

        x:       (..., num_tokens, d_in), dtype of the parameters
        returns: (..., num_tokens, d_out)

        Raises ValueError if x has fewer than two axes, or another width.
        """
        _require_tokens(x, d_in=self.W_query.in_features)
        queries = self.W_query(x)  # (..., num_tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)
        return scaled_dot_product_attention(queries, keys, values)


def _require_sizes(d_in: int, d_out: int) -> None:
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Got {size}.")


def _require_tokens(x: torch.Tensor, d_in: int) -> None:
    if x.dim() < 2 or x.shape[-1] != d_in:
        raise ValueError(
            f"x must have shape (..., num_tokens, d_in={d_in}). Got {tuple(x.shape)}."
        )
