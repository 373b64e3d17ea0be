"""The running example, projected by three sets of weights that readers know.

For the six words X of the example, one row a word, and matrices drawn after a seed:

    Q = X W_query,   K = X W_key,   V = X W_value
    scores = Q K^T / sqrt(d_out)

Each set is that of a class in attention/self_attention/classes.py, d_in = 3 and d_out = 2:

    "v2-789"   SelfAttentionV2 after seed 789
    "v1-123"   SelfAttentionV1 after seed 123, or V2 with V1's weights copied into it
    "v2-123"   SelfAttentionV2 after seed 123

All three are met in S. Raschka, *Build a Large Language Model (From Scratch)*,
chapter 3, its exercises, and what was written after it.
"""

import torch

from attention.examples.sentence import inputs
from attention.self_attention.scaled_dot_product import scaled_attention_scores
from attention.self_attention.classes import SelfAttentionV1, SelfAttentionV2

_SETS = {
    "v2-789": (SelfAttentionV2, 789),
    "v1-123": (SelfAttentionV1, 123),
    "v2-123": (SelfAttentionV2, 123),
}


def seeded_projections(name: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Queries, keys and values of the six words, by one of the three sets.

    name:    "v2-789", "v1-123" or "v2-123"
    returns: three tensors of shape (num_tokens=6, d_out=2), float32, without
             gradients; torch's generator is left as it was

    Raises ValueError for another name.
    """
    if name not in _SETS:
        raise ValueError(f"name must be one of {', '.join(_SETS)}. Got {name!r}.")
    make, seed = _SETS[name]
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.default_generator.manual_seed(seed)  # the CPU's, and no GPU's
        layer = make(3, 2)
        if isinstance(layer, SelfAttentionV1):
            matrices = (layer.W_query, layer.W_key, layer.W_value)
            queries, keys, values = (inputs @ matrix for matrix in matrices)
        else:
            linears = (layer.W_query, layer.W_key, layer.W_value)
            queries, keys, values = (linear(inputs) for linear in linears)
    return queries, keys, values


def seeded_scores(name: str) -> torch.Tensor:
    """Scaled scores of the six words, by one of the three sets.

    name:    "v2-789", "v1-123" or "v2-123"
    returns: (num_queries=6, num_keys=6), float32, without gradients

    Raises ValueError as seeded_projections does.
    """
    queries, keys, _ = seeded_projections(name)
    return scaled_attention_scores(queries, keys)
