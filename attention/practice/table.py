"""The twelve tasks as a table: what is asked, on which inputs, and what is right."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attention.practice import functions, layers
from attention.practice.functions import Ways, spread, watched
from attention.practice.layers import in_pieces
from attention.practice.tasks import (
    attention,
    block,
    cache,
    cross,
    grouped,
    heads,
    mask,
    rotary,
    router,
    sampling,
    softmax,
    tiles,
)

Inputs = list[tuple[Any, ...]]


class Task(NamedTuple):
    """One thing to write.

    Attributes:
        gap: The file that a reader gets.
        answer: The name that the reader defines in it, of a function or a class.
        ways: What is right and known ways to be wrong; of a layer, a function that
            returns them with its weights.
        inputs: What the answer is called with.
        call: Calls the answer, or one of the ways, with one of the inputs.
        sizes: What a layer is made with; empty if a function is asked.
        diagnosis: What the diagnosis is told; None if it knows no such code.
    """

    gap: ModuleType
    answer: str
    ways: Ways | Callable[[Any], Ways]
    inputs: Callable[[], Inputs]
    call: Callable[..., Any] = lambda answer, *given: answer(*given)
    sizes: tuple[int, ...] = ()
    diagnosis: dict[str, Any] | None = None

    @property
    def title(self) -> str:
        """What is to be written, as the first line of the file says."""
        return (self.gap.__doc__ or "").partition("\n")[0]


def draw(*shape: int) -> Tensor:
    """Return random vectors."""
    return torch.randn(*shape)


def softmax_inputs() -> Inputs:
    """Return scores of three axes, large ones, a hidden one, and rows far apart."""
    hidden = torch.tensor([[0.0, -torch.inf, 1.0], [1.0, 2.0, 3.0]])
    apart = torch.tensor([[0.0, 1.0], [-2000.0, -2001.0]])
    return [(draw(2, 3, 5),), (1000 * draw(4, 4),), (hidden,), (apart,)]


def attention_inputs() -> Inputs:
    """Return queries, keys and values without a mask, with one, and in heads."""
    allowed = torch.rand(2, 4, 6) > 0.4
    allowed[..., 2], allowed[..., 3] = True, False
    given = draw(2, 4, 5), draw(2, 6, 5), draw(2, 6, 3)
    return [given, (*given, allowed), tuple(t.expand(3, 2, -1, -1) for t in given)]


def cross_inputs() -> Inputs:
    """Return two sequences, the second with padding at its end."""
    real = torch.arange(6) < torch.tensor([[5], [3]])
    return [(draw(2, 4, 10), draw(2, 6, 7), real)]


def pieces() -> Inputs:
    """Return a text as a whole, token by token, and in pieces."""
    return [(draw(2, 7, 10), cuts) for cuts in ((7,), (1,) * 7, (3, 1, 3))]


def tiles_inputs() -> Inputs:
    """Return keys that are no multiple of the tile, and large scores.

    The contexts of all tiles together are smaller than the scores of all keys.
    """
    large = 60 * draw(5, 3), 60 * draw(8, 3), draw(8, 2), 4
    return [(draw(11, 3), draw(19, 3), draw(19, 2), 4), large]


def logits() -> Inputs:
    """Return logits with temperatures and bounds."""
    asked = (1.0, 0.8), (0.5, 0.7), (2.0, 0.9)
    return [(2 * draw(4, 9), *some) for some in asked]


def router_inputs() -> Inputs:
    """Return scores of which each token uses two, or all."""
    return [(draw(5, 6), 2), (draw(4, 3), 3)]


def one_text() -> Inputs:
    """Return two texts at once, which must not read each other."""
    return [(draw(2, 7, 10),)]


CAUSAL = {"causal": True, "num_heads": 3}
TASKS = {
    "mask": Task(mask, "causal_mask", functions.MASK, lambda: [(5, 5), (2, 6), (1, 4)]),
    "softmax": Task(softmax, "softmax", functions.SOFTMAX, softmax_inputs),
    "attention": Task(
        attention, "attend", functions.ATTENTION, attention_inputs, diagnosis={}
    ),
    "heads": Task(
        *(heads, "MultiHeadAttention", layers.heads, one_text),
        sizes=(10, 12, 3),
        diagnosis=CAUSAL,
    ),
    "cross": Task(
        *(cross, "CrossAttention", layers.cross, cross_inputs),
        sizes=(10, 7, 12, 3),
        diagnosis={"num_heads": 3},
    ),
    "block": Task(
        *(block, "Block", layers.block, lambda: [(draw(2, 7, 12),)]),
        sizes=(12, 3),
        diagnosis=CAUSAL,
    ),
    "sampling": Task(sampling, "next_word", functions.SAMPLING, logits),
    "cache": Task(
        *(cache, "CachedAttention", layers.cache, pieces, in_pieces),
        *((10, 12, 3), CAUSAL),
    ),
    "rotary": Task(
        *(rotary, "RotaryAttention", layers.rotary, pieces, in_pieces),
        *((10, 24, 3), CAUSAL),
    ),
    "grouped": Task(
        *(grouped, "GroupedAttention", layers.grouped, one_text),
        sizes=(10, 24, 6, 2),
        diagnosis=CAUSAL | {"num_heads": 6},
    ),
    "tiles": Task(tiles, "tiled_attention", functions.TILES, tiles_inputs, watched),
    "router": Task(router, "route", functions.ROUTER, router_inputs, spread),
}
