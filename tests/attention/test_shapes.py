"""What the shapes in a signature exclude is refused, in words that name an argument.

Much of it would broadcast in silence. The words themselves are compared where a reader
meets them first, in tests/attention/self_attention/test_scaled_dot_product.py.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import torch
from jaxtyping import TypeCheckError
from torch import Tensor

import attention as a
from attention.text import nearest, skip_gram_loss, skip_gram_pairs
from tests.attention.expect import random, unchecked

q, k, v = random(5, 3), random(7, 3, seed=1), random(7, 11, seed=2)
heads = random(2, 5, 3), random(2, 7, 3), random(2, 7, 11)
tokens = random(5, 3), random(5, 3, seed=1), random(5, 11)
numbers, state, mask = random(5), random(3, 11), torch.ones(5, 7).bool()
decays = -numbers.abs(), -random(5, 3).abs()  # of tokens, and of their channels
narrow = random(5, 3, dtype=torch.float32)
additive = random(3, 13), random(11, 13), random(13)  # W_query, W_key and v
cross = a.CrossAttention(3, 6, 0.0, 2, d_source=11).double()


def core(name: str) -> Callable[..., object]:
    """The core with a part that has a name."""
    return lambda q, k, v, mask, part: a.core_attention(q, k, v, mask, **{name: part})


CALLS: dict[str, tuple[Any, ...]] = {
    "scores": (a.attention_scores, q, k),
    "weights": (a.attention_weights, random(5, 7)),
    "contexts": (a.context_vectors, random(5, 7), v),
    "core": (a.scaled_dot_product_attention, q, k, v, mask),
    "additive": (a.additive_scores, q, v, *additive),
    "split": (a.split_heads, random(5, 21), 3),
    "merge": (a.merge_heads, random(2, 5, 3)),
    "cross": (cross, q, v),
    "cross, with values": (cross, q, v, random(7, 11), mask),
    "sinks": (core("sinks"), *heads, mask, random(2)),
    "bias": (core("bias"), *heads, mask, random(2, 5, 7)),
    "parts": (a.merge_parts, tokens[2], numbers, tokens[2], numbers),
    "tiles": (a.tiled_attention, q, k, v),
    "rotate": (a.rotate, random(5, 14), torch.arange(5)),
    "rotary": (a.RotaryPositions(7, 14).double(), random(5, 14)),
    "linear": (a.linear_attention, *tokens, state),
    "normalised": (a.normalised_linear_attention, *tokens, random(3, 12)),
    "decay": (a.decayed_attention, *tokens, decays[0], state),
    "decay of channels": (a.decayed_attention, *tokens, decays[1], state),
    "delta": (a.delta_rule, *tokens, numbers, decays[0], state),
    "chunks": (a.delta_rule_in_chunks, *tokens, numbers, decays[1], state),
    "index scores": (a.index_scores, heads[0], k, random(5, 2)),
    "selected": (a.select_keys, random(5, 7), 2, mask),
    "RMS norm": (a.rms_norm, q, random(3)),
    "layer norm": (a.layer_norm, q, random(3), random(3)),
    "learned": (a.add_positions, q, random(7, 3)),
    "skip-gram": (skip_gram_loss, q, q, random(5, 13, 3)),
    "pairs": (skip_gram_pairs, torch.arange(5), 2),
    "nearest": (partial(nearest, k), q),
    "quantised": (a.quantise, narrow, (2, 2)),
    "dequantised": (a.dequantise, *a.quantise(narrow, (2, 2)), (2, 2)),
}


WORDS = r"^\w+ must .+\. Got .+\.$"


def others(x: Tensor) -> Iterator[Tensor]:
    """One more or one alone along each of the last axes; an axis less, or more."""
    for axis in range(-min(x.dim(), 2), 0):
        yield torch.cat([x, x.narrow(axis, 0, 1)], dim=axis)
        yield x.narrow(axis, 0, 1)
        yield x.select(axis, 0) if x.dim() > 1 else x[:, None]


@pytest.mark.parametrize("name", CALLS)
def test_what_a_signature_excludes_is_refused_and_the_argument_named(name: str):
    function, *given = CALLS[name]
    function(*given)
    refused = 0
    for i, argument in enumerate(given):
        for other in others(argument) if isinstance(argument, Tensor) else ():
            call = [*given[:i], other, *given[i + 1 :]]
            try:
                function(*call)
            except (TypeCheckError, ValueError):
                refused += 1
                with unchecked(), pytest.raises(ValueError, match=WORDS):
                    function(*call)
    assert refused
