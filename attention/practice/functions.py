"""What is right for the tasks that ask for a function, and known ways to get it wrong.

Each table has answers by the keys of `mistakes`, the right one first. Code with the
numbers of a wrong answer has made the mistake of that answer.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from attention.causal.masks import causal_mask
from attention.models.sampling import keep_top_p
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention

Ways = dict[str, Callable[..., Any]]


def ones(num_queries: int, num_keys: int) -> Tensor:
    """Return a mask that allows everything."""
    return torch.ones(num_queries, num_keys, dtype=torch.bool)


MASK: Ways = {
    "right": causal_mask,
    "corner": lambda n, m: ones(n, m).tril(),
    "mask=next": lambda n, m: ones(n, m).tril(m - n + 1),
    "mask=strict": lambda n, m: ones(n, m).tril(m - n - 1),
    "mask=transposed": lambda n, m: ones(n, m).triu(m - n),
    "inverted": lambda n, m: ~causal_mask(n, m),
}


def shares(s: Tensor) -> Tensor:
    """Return numbers divided by the sum of their row."""
    return s / s.sum(-1, keepdim=True)


def below(scores: Tensor) -> Tensor:
    """Return scores minus the largest of their row."""
    return scores - scores.amax(-1, keepdim=True)


SOFTMAX: Ways = {
    "right": lambda s: torch.softmax(s, -1),
    "overflow": lambda s: shares(s.exp()),
    "maximum": lambda s: shares((s - s.max()).exp()),
    "sum": lambda s: below(s).exp() / below(s).exp().sum(),
    "no-exp": lambda s: shares(below(s)),
    "softmax=exp": lambda s: below(s).exp(),
    "softmax=batch": lambda s: s.softmax(0),
}


def contexts(
    queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None = None
) -> Tensor:
    """Return the context vectors alone."""
    return scaled_dot_product_attention(queries, keys, values, mask)[0]


ATTENTION: Ways = {  # the diagnosis knows the rest; it takes this for a convention
    "right": contexts,
    "inverted": lambda q, k, v, *mask: contexts(q, k, v, *(~m for m in mask)),
}


def in_tiles(q: Tensor, k: Tensor, v: Tensor, tile: int, how: str = "") -> Tensor:
    """Return attention in tiles, or what it gives with one mistake."""
    top = torch.full_like(q[:, :1], 0.0 if how == "overflow" else -torch.inf)
    total, context = torch.zeros_like(top), q.new_zeros(len(q), v.shape[-1])
    number = len(k) // tile * tile if how == "rest" else len(k)
    for rows in torch.arange(number).split(tile):
        scores = q @ k[rows].mT / (1 if how == "scale=one" else q.shape[-1] ** 0.5)
        new = scores.amax(-1, keepdim=True)
        new = new if how == "newest" else top if how == "overflow" else top.maximum(new)
        shares, factor = (scores - new).exp(), (top - new).exp()
        total = total * (1 if how == "rescale" else factor)
        total = total + shares.sum(-1, keepdim=True)
        context = context * (1 if how in ("rescale", "sum") else factor)
        context, top = context + shares @ v[rows], new
    return context if how == "undivided" else context / total


TILES: Ways = {
    "right": in_tiles,
    **{key: partial(in_tiles, how=key) for key in ("scale=one", "overflow")},
    "tiles=large": lambda q, k, v, tile: contexts(q, k, v),
}
for tiles_mistake in ("rescale", "newest", "undivided", "sum", "rest"):
    TILES[f"tiles={tiles_mistake}"] = partial(in_tiles, how=tiles_mistake)


class Watch(TorchFunctionMode):
    """Remember the largest tensor that is made while code runs."""

    largest = 0

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Call the function, and look at what it returned."""
        out = func(*args, **(kwargs or {}))
        self.largest = max(self.largest, getattr(out, "numel", int)())
        return out


def watched(answer: Callable[..., Tensor], *given: Any) -> tuple[Tensor, Tensor]:
    """Return what tiles give, and whether all scores were in memory at once."""
    with Watch() as watch:
        context = answer(*given)
    return context, torch.tensor(watch.largest >= len(given[0]) * len(given[1]))


def sampled(logits: Tensor, temperature: float, top_p: float, how: str = "") -> Tensor:
    """Return probabilities of which the tail is 0, or what a mistake makes of them."""
    p = (logits / temperature).softmax(-1)
    ordered, places = p.sort(-1, descending=True)
    if how == "unsorted":
        ordered, places = p, torch.arange(p.shape[-1]).expand_as(p)
    before = ordered.cumsum(-1) - (0 if how == "crosses" else ordered)
    kept = ordered * (before < top_p)
    kept = kept if how == "places" else torch.zeros_like(p).scatter(-1, places, kept)
    return kept if how == "share" else shares(kept)


SAMPLING: Ways = {
    "right": lambda x, t, p: keep_top_p(x / t, p).softmax(-1),
    "top-p=crosses": partial(sampled, how="crosses"),
    "top-p=share": partial(sampled, how="share"),
    "top-p=unsorted": partial(sampled, how="unsorted"),
    "top-p=places": partial(sampled, how="places"),
    "temperature=none": lambda x, t, p: sampled(x, 1.0, p),
    "temperature=times": lambda x, t, p: sampled(x, 1 / t, p),
}


def routed(
    weigh: Callable[[Tensor], Tensor], largest: bool = True
) -> Callable[[Tensor, int], tuple[Tensor, Tensor]]:
    """Return a router, by how it weighs the chosen scores."""

    def route(scores: Tensor, top_k: int) -> tuple[Tensor, Tensor]:
        some, chosen = scores.topk(top_k, largest=largest)
        return chosen, weigh(some)

    return route


ROUTER: Ways = {
    "right": routed(lambda s: s.softmax(-1)),
    "router=all": lambda s, k: s.softmax(-1).topk(k)[::-1],
    "router=even": routed(lambda some: torch.ones_like(some) / some.shape[-1]),
    "router=smallest": routed(lambda s: s.softmax(-1), largest=False),
    "router=scores": routed(lambda s: s),
    "router=sum": routed(shares),
}


def spread(answer: Callable[..., Any], scores: Tensor, top_k: int) -> Tensor:
    """Return the weights of all experts, so that the order of the chosen is free."""
    chosen, weights = answer(scores, top_k)
    if chosen.is_floating_point():
        raise TypeError("the numbers of the experts come first, and then the weights")
    return torch.zeros_like(scores).scatter(-1, chosen, weights.to(scores.dtype))
