"""The running example's queries, keys, values and scores in untrained layers.

For the six words X of the example, one row a word, and matrices drawn after a seed:

    Q = X W_query,   K = X W_key,   V = X W_value
    scores = Q K^T / sqrt(d_out)

with d_in = 3 and d_out = 2. Readers of S. Raschka, *Build a Large Language Model (From
Scratch)*, chapter 3, and of texts that follow it may know the numbers of three layers:
SelfAttentionV2 after seed 789, SelfAttentionV1 after seed 123 (or V2 with V1's weights
copied into it), and SelfAttentionV2 after seed 123.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

from attention.examples.example_sentence import inputs
from attention.self_attention.classes import SelfAttentionV1, SelfAttentionV2
from attention.self_attention.scaled_dot_product import scaled_attention_scores

Projected = Float32[Tensor, "num_tokens=6 d_out=2"]


def seeded_projections(
    make: type[SelfAttentionV1] | type[SelfAttentionV2], seed: int
) -> tuple[Projected, Projected, Projected]:
    """Return the queries, keys and values of the six words, without gradients.

    The state of PyTorch's random number generator does not change.

    Args:
        make: The class of the layer.
        seed: The seed that is set before the layer is created.
    """
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.default_generator.manual_seed(seed)  # the CPU's, and no GPU's
        layer = make(3, 2)
        W = layer.W_query, layer.W_key, layer.W_value
        q, k, v = (w(inputs) if callable(w) else inputs @ w for w in W)
    return q, k, v


def seeded_scores(
    make: type[SelfAttentionV1] | type[SelfAttentionV2], seed: int
) -> Float32[Tensor, "num_queries=6 num_keys=6"]:
    """Return the scaled scores of the six words, without gradients.

    Args:
        make: The class of the layer.
        seed: The seed that is set before the layer is created.
    """
    queries, keys, _ = seeded_projections(make, seed)
    return scaled_attention_scores(queries, keys)
