"""What a model of the gallery costs: its parameters, and what its cache keeps.

They are counted on the model itself, which may be made without numbers (`outline`). A
layer keeps for each token of a text, or of its window, some numbers, and some others
however long the text is. With n tokens it keeps

    fixed + growing min(n, window)

numbers. A cache as it is passed on holds one token less than a window; the last key of
a window is that of the query's own token. A layer with chunks keeps so many at the end
of a chunk, and fewer before it.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from attention.frontier.experts import MixtureOfExperts
from attention.models.decoder import Decoder


class Kept(NamedTuple):
    """What the cache of one layer keeps.

    Attributes:
        growing: Numbers for each token.
        fixed: Numbers for all tokens together.
        window: The number of keys that a query attends to at most; None if there is no
            bound.
    """

    growing: int
    fixed: int
    window: int | None


class Counts(NamedTuple):
    """What a model costs.

    Attributes:
        parameters: The numbers that are stored; a table that is tied counts once.
        embeddings: Of these, the numbers of the table of embeddings.
        active: The parameters that one token uses: of the experts of a mixture, as many
            as its router chooses.
        layers: What the cache of each block keeps.
    """

    parameters: int
    embeddings: int
    active: int
    layers: list[Kept]

    def cached(self, num_tokens: int) -> int:
        """Return how many numbers all caches keep of a text."""
        return sum(
            layer.fixed + layer.growing * min(num_tokens, layer.window or num_tokens)
            for layer in self.layers
        )


def count(model: Decoder) -> Counts:
    """Count the parameters of a model, and what its caches keep.

    Args:
        model: A model, with numbers or without.
    """
    parameters = sum(p.numel() for p in model.parameters())
    unused = 0
    for module in model.modules():
        if isinstance(module, MixtureOfExperts):
            router: Any = module.router
            each = sum(p.numel() for p in module.experts[0].parameters())
            number = len(module.experts)
            parameters += each * (number - len(set(module.experts)))  # of an outline
            unused += each * (number - router.top_k)
    return Counts(
        parameters,
        embedding_of(model).weight.numel(),
        parameters - unused,
        kept_by_layers(model),
    )


def embedding_of(model: Decoder) -> nn.Embedding:
    """Return the table of embeddings, which another module may follow."""
    tables = model.tok_emb.modules()
    return next(table for table in tables if isinstance(table, nn.Embedding))


def part_of(block: nn.Module) -> Any:
    """Return the part of a block that looks at other tokens, or its only part."""
    return getattr(block, "attention", None) or block.part


def mask_of(layer: nn.Module) -> object:
    """Return the rule of a layer's mask, or of the layer that it holds, or None."""
    rules = (getattr(module, "mask", None) for module in layer.modules())
    return next((rule for rule in rules if rule is not None), None)


def window_of(layer: nn.Module) -> int | None:
    """Return how many keys a query attends to at most, or None if there is no bound."""
    rule = mask_of(layer)
    return getattr(rule, "window", getattr(rule, "chunk", None))


def kept_by_layers(model: Decoder) -> list[Kept]:
    """Return what the cache of each block keeps, of layers that look alike once."""
    table = embedding_of(model).weight
    x = table.new_zeros(1, 2, table.shape[1])
    found: dict[tuple[str, int | None], Kept] = {}
    layers = []
    for block in model.blocks:
        part = part_of(block)
        alike = repr(part), window_of(part)
        if alike not in found:
            found[alike] = kept_by(part, x)
        layers.append(found[alike])
    return layers


@torch.no_grad()
def kept_by(part: Any, x: Tensor) -> Kept:
    """Return what the cache of a part of a block keeps.

    Args:
        part: The part, perhaps one that looks at no other token.
        x: Two tokens.
    """
    if not hasattr(part, "forward_with_cache"):
        return Kept(0, 0, None)
    one, two = (_numbers(part.forward_with_cache(x[:, :n])[1]) for n in (1, 2))
    return Kept(two - one, 2 * one - two, window_of(part))


def _numbers(cache: Any) -> int:
    """Return how many numbers a cache holds, of caches within it too."""
    if isinstance(cache, Tensor):
        return cache.numel()
    return sum(map(_numbers, cache)) if isinstance(cache, tuple) else 0
