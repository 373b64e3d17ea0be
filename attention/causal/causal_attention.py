"""Causal self-attention as a class: each token reads itself and what came before.

For a sequence x, one row a token, and the layers W_query, W_key, W_value:

    Q = W_query(x),   K = W_key(x),   V = W_value(x)
    A = softmax(Q K^T / sqrt(d_out) + M),   M_ij = 0 if j <= i, else -infinity
    Z = dropout(A) V

The mask is that of the decoder of Vaswani et al. (2017), section 3.2.3. Their list of
dropouts, section 5.4, does not name the weights; that of GPT does, Radford et al.
(2018), section 4.1.
"""

import torch
from torch import nn

from attention.self_attention.dot_product import context_vectors
from attention.causal.masked import masked_attention_weights
from attention.causal.masks import causal_mask
from attention.self_attention.scaled_dot_product import scaled_attention_scores


class CausalAttention(nn.Module):
    """One head of attention that hides from each token what follows it.

    d_in:           features of each token, at least 1
    d_out:          features of each query, key, value and context vector, at least 1
    context_length: tokens of the longest sequence that it takes, at least 1
    dropout:        share of the attention weights dropped in training, in [0, 1)
    qkv_bias:       whether each of the three layers adds a trained vector, too

    W_query, W_key, W_value: nn.Linear, made in turn, weights of shape (d_out, d_in)
    mask: a buffer that is not saved, boolean, (context_length, context_length), True
    where a token may attend. A state dict that holds a mask, as those of the book's
    class do, loads all the same.

    Raises ValueError if a size is less than 1, or dropout is not in [0, 1).
    """

    mask: torch.Tensor

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        _require_sizes(d_in=d_in, d_out=d_out, context_length=context_length)
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout must be in [0, 1). Got {dropout}.")
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", causal_mask(context_length), persistent=False)
        self.register_load_state_dict_pre_hook(leave_out_saved_mask)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The context vector of each token, made of it and of those before it.

        x:       (..., num_tokens, d_in), dtype of the parameters
        returns: (..., num_tokens, d_out)

        Raises ValueError if x has fewer than two axes, another width, or more than
        context_length tokens.
        """
        self._require_tokens(x)
        num_tokens = x.shape[-2]
        queries = self.W_query(x)  # (..., num_tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)
        scores = scaled_attention_scores(queries, keys)  # (..., num_tokens, num_tokens)
        mask = self.mask[:num_tokens, :num_tokens]
        weights = self.dropout(masked_attention_weights(scores, mask))
        return context_vectors(weights, values)

    def _require_tokens(self, x: torch.Tensor) -> None:
        d_in, context_length = self.W_query.in_features, self.mask.shape[-1]
        if x.dim() < 2 or x.shape[-1] != d_in:
            raise ValueError(
                f"x must have shape (..., num_tokens, d_in={d_in}). "
                f"Got {tuple(x.shape)}."
            )
        if x.shape[-2] > context_length:
            raise ValueError(
                f"x must have at most context_length={context_length} tokens. "
                f"Got {x.shape[-2]}."
            )


def leave_out_saved_mask(
    module: nn.Module, state_dict: dict[str, object], prefix: str, *_: object
) -> None:
    """A hook of load_state_dict: drop the key "mask" of this module, and no other.

    load_state_dict hands its own copy of the dictionary, so the caller's stays whole.
    """
    state_dict.pop(f"{prefix}mask", None)


def _require_sizes(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Got {size}.")
