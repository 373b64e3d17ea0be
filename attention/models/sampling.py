"""From logits to tokens: temperature, top-k, top-p, one draw, and a text of draws.

A model gives each word w of its vocabulary a logit l_w. With temperature T:

    p_w = exp(l_w / T) / sum over v of exp(l_v / T)

Top-k keeps the k most probable words. Top-p keeps the smallest set of most probable
words whose probabilities sum to at least p (Holtzman et al., 2020, section 3.1, call it
nucleus sampling). What is not kept gets the logit -infinity, so the softmax afterwards
gives it probability 0, and the rest shares that sum to 1.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from jaxtyping import Float, Int64
from torch import Tensor, nn


def scale_logits(
    logits: Float[Tensor, "... num_words"], temperature: float
) -> Float[Tensor, "... num_words"]:
    """Return logits divided by a temperature.

    Args:
        logits: One number for each word.
        temperature: Below 1 the probabilities get sharper, above 1 more even.

    Raises:
        ValueError: If the temperature is not positive. The limit towards 0 is
            `logits.argmax(-1)`, unless several words share the largest logit.
    """
    if not temperature > 0:
        raise ValueError(f"temperature must be positive. Got {temperature}.")
    return logits / temperature


def keep_top_k(
    logits: Float[Tensor, "... num_words"], k: int
) -> Float[Tensor, "... num_words"]:
    """Return logits with all but the k largest set to -infinity.

    Exactly k are kept, -infinity among them if fewer are finite. If several share the
    k-th place, torch.topk chooses.

    Args:
        logits: One number for each word.
        k: How many to keep, from 1 to num_words.

    Raises:
        ValueError: If k is not in that range.
    """
    num_words = logits.shape[-1]
    if not 1 <= k <= num_words:
        raise ValueError(f"k must be from 1 to num_words={num_words}. Got {k}.")
    kept, places = logits.topk(k, dim=-1)
    return torch.full_like(logits, -torch.inf).scatter(-1, places, kept)


def keep_top_p(
    logits: Float[Tensor, "... num_words"], p: float
) -> Float[Tensor, "... num_words"]:
    """Return logits with all but the smallest set that has probability p at -infinity.

    A word is kept if the words before it, from the most probable down, have less than p
    in all. So the word that reaches p is kept, and the first word always is.

    Args:
        logits: One number for each word.
        p: The probability to reach, in (0, 1]. With 1, nothing is changed.

    Raises:
        ValueError: If p is not in (0, 1].
    """
    if not 0 < p <= 1:
        raise ValueError(f"p must be in (0, 1]. Got {p}.")
    if p == 1:
        return logits
    ordered, places = logits.sort(dim=-1, descending=True, stable=True)
    shares = _shares(ordered)
    before = shares.cumsum(dim=-1).roll(1, dims=-1)
    before[..., 0] = -torch.inf  # even if p is 0 in the logits' dtype
    kept = ordered.masked_fill(before >= p, -torch.inf)
    return torch.empty_like(logits).scatter(-1, places, kept)


def draw(
    logits: Float[Tensor, "... num_words"], generator: torch.Generator | None = None
) -> Int64[Tensor, "..."]:
    """Draw one word from the softmax of each row of logits.

    The probabilities, laid end to end, fill the line from 0 to 1. A number drawn evenly
    from that line, by torch.rand, falls on one of them.

    Args:
        logits: One number for each word; a word with -infinity is never drawn.
        generator: Where the numbers come from; torch's global one by default.

    Raises:
        ValueError: If a row has no probabilities: a nan, or nothing but -infinity.
    """
    ends = _shares(logits).cumsum(dim=-1)
    total = ends[..., -1:]
    if not total.isfinite().all():
        raise ValueError("logits must have a finite softmax. Got nan.")
    number = torch.rand(
        total.shape, generator=generator, dtype=ends.dtype, device=ends.device
    )
    return torch.searchsorted(ends, number * total, right=True).squeeze(-1)


def sample(
    logits: Float[Tensor, "... num_words"],
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    generator: torch.Generator | None = None,
) -> Int64[Tensor, "..."]:
    """Draw one word from each row, after temperature, top-k and top-p, in this order.

    Args:
        logits: One number for each word.
        temperature: What logits are divided by.
        top_k: How many of the most probable words to keep; all by default.
        top_p: The probability that the kept words must reach; by default all are kept.
        generator: Where the numbers come from; torch's global one by default.

    Raises:
        ValueError: As the functions of this module do.
    """
    logits = scale_logits(logits, temperature)
    if top_k is not None:
        logits = keep_top_k(logits, top_k)
    if top_p is not None:
        logits = keep_top_p(logits, top_p)
    return draw(logits, generator)


@torch.no_grad()
def generate(
    model: Callable[[Tensor], Tensor],
    ids: Int64[Tensor, "batch num_tokens"],
    num_new: int,
    choose: Callable[[Tensor], Tensor] | None = None,
    end: int | None = None,
) -> Int64[Tensor, "batch longer"]:
    """Write on: choose a word after the last one, append it, and again.

    The model is run as it is: call `model.eval()` first if it has dropout.

    Args:
        model: A module, or function, from ids to logits (batch, num_tokens, num_words).
        ids: The beginnings, all of one length.
        num_new: How many words to append at most.
        choose: Takes logits (batch, num_words) and returns ids (batch,); by default the
            largest logit's.
        end: The id that ends a text. A row that has chosen it gets no other id from
            then on, and when all rows have, no more is computed.

    Raises:
        ValueError: If ids has no token to start from, or the model returns a nan.
    """
    if ids.shape[-1] < 1:
        raise ValueError(f"ids must have at least one token. Got {tuple(ids.shape)}.")
    ended = torch.zeros_like(ids[:, 0], dtype=torch.bool)
    for _ in range(num_new):
        logits = model(ids)[:, -1]
        if logits.isnan().any():
            raise ValueError("model must return logits that are numbers. Got nan.")
        new = logits.argmax(dim=-1) if choose is None else choose(logits)
        if end is not None:
            new = new.masked_fill(ended, end)
            ended = ended | (new == end)
        ids = torch.cat([ids, new[:, None]], dim=-1)
        if end is not None and ended.all():
            break
    return ids


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Put a model in evaluation mode, and each module back in its own mode afterwards.

    Args:
        model: The model, of which some modules may be in evaluation mode already, as
            those are that stay as they are while others are trained.
    """
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training


def _shares(logits: Tensor) -> Tensor:
    """Return the softmax, in float32 at least: sums of many small shares need it."""
    wide = torch.promote_types(logits.dtype, torch.float32)
    return torch.softmax(logits, dim=-1, dtype=wide)
