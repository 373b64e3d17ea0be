"""Skip-gram with negative sampling: vectors for words, from the words beside them.

For a word c, a word o that stands near it in the text, and k words n_1 … n_k that
were drawn at random:

    loss(c, o) = -log sigma(u_o . v_c) - sum_i log sigma(-u_{n_i} . v_c)

sigma is the logistic function. Each word has two vectors: v as the centre that
looks around, u as the context that is found there. v is kept, u is thrown away.

Mikolov et al., *Distributed Representations of Words and Phrases and their
Compositionality* (2013): the pairs are those of section 2, the loss is minus
equation 4 of section 2.2, which also has the distribution of the random words.
What differs: the window has a fixed width, frequent words are not thinned out
(section 2.3), and the steps are taken on batches of pairs, all of the same size.

Axes: num_pairs counts pairs, k random words, d features.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn


def skip_gram_pairs(
    ids: torch.Tensor, window: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Each word with each of the words at most `window` places away from it.

    ids:     (num_tokens,), integers
    window:  places to look to either side
    returns: centres and contexts, (num_pairs,) each, in the order of the text

    Raises ValueError if ids is not a vector of two words or more, or if the window is
    below 1.
    """
    _require_ids("ids", ids)
    num_tokens = len(ids)
    if num_tokens < 2:
        raise ValueError(f"ids must hold at least 2 words. Got {num_tokens}.")
    _require_at_least(1, window=window)
    places = [
        (i, j)
        for i in range(num_tokens)
        for j in range(max(0, i - window), min(num_tokens, i + window + 1))
        if j != i
    ]
    centres, contexts = torch.tensor(places, device=ids.device).T
    return ids[centres], ids[contexts]


def noise_distribution(ids: torch.Tensor, num_words: int) -> torch.Tensor:
    """How likely each word is to be drawn: its count to the power of 3/4, normalised.

    ids:       (num_tokens,), integers from 0 to num_words - 1
    num_words: size of the vocabulary
    returns:   (num_words,), float64, sum 1

    Raises ValueError if ids is not a vector of one word or more, or holds another id.
    """
    _require_ids("ids", ids)
    ids = ids.long()  # in a narrow type, 128 words would be compared as -128
    if ids.numel() == 0 or ids.min() < 0 or ids.max() >= num_words:
        raise ValueError(
            f"ids must be of the vocabulary, 0 to {num_words - 1}, at least one. "
            f"Got {'none' if ids.numel() == 0 else f'{ids.min()} to {ids.max()}'}."
        )
    counts = torch.bincount(ids, minlength=num_words).double()
    return counts**0.75 / (counts**0.75).sum()


def draw_words(
    noise: torch.Tensor,
    shape: tuple[int, ...],
    generator: torch.Generator | None = None,
) -> torch.Tensor:
    """Random words, each as likely as `noise` says.

    noise:     (num_words,), shares, floating point
    shape:     shape of the result
    generator: where the numbers come from; by default torch's own, on the CPU
    returns:   ids of the given shape, int64, on the device of noise

    Raises ValueError if noise is not a vector of finite floating-point numbers, or
    holds no positive share or a negative one, or if shape is negative.
    """
    if not noise.is_floating_point():
        raise ValueError(f"noise must be floating point. Got {noise.dtype}.")
    if noise.dim() != 1 or noise.numel() == 0:
        raise ValueError(
            f"noise must have shape (num_words,), one word at least. "
            f"Got {tuple(noise.shape)}."
        )
    if not noise.isfinite().all():
        raise ValueError("noise must be finite. Got nan or infinity.")
    if noise.min() < 0 or noise.max() <= 0:
        raise ValueError(
            f"noise must not be negative, nor zero for all words. "
            f"Got {noise.min():.4f} to {noise.max():.4f}."
        )
    if min(shape, default=0) < 0:
        raise ValueError(f"shape must not be negative. Got {shape}.")
    number = math.prod(shape)
    if number == 0:
        return torch.empty(shape, dtype=torch.int64, device=noise.device)
    shares = noise.to(_home(generator))
    drawn = torch.multinomial(shares, number, replacement=True, generator=generator)
    return drawn.view(shape).to(noise.device)


def skip_gram_loss(
    centres: torch.Tensor, contexts: torch.Tensor, negatives: torch.Tensor
) -> torch.Tensor:
    """How badly a centre tells the word beside it from words drawn at random.

    centres:   (..., d), vectors v_c, floating point
    contexts:  (..., d), vectors u_o
    negatives: (..., k, d), vectors u_n; k may be 0
    returns:   (...), one loss for each pair

    Raises ValueError if the shapes do not fit, or centres are not floating point.
    """
    if not centres.is_floating_point():
        raise ValueError(f"centres must be floating point. Got {centres.dtype}.")
    if centres.dim() < 1 or contexts.shape != centres.shape:
        raise ValueError(
            f"contexts must have the shape of centres, (..., d). "
            f"Got {tuple(contexts.shape)} and {tuple(centres.shape)}."
        )
    *batch, d = centres.shape
    if (
        negatives.dim() != centres.dim() + 1
        or negatives.shape[:-2] != centres.shape[:-1]
        or negatives.shape[-1] != d
    ):
        expected = ", ".join(str(size) for size in [*batch, "k", d])
        raise ValueError(
            f"negatives must have shape ({expected}). Got {tuple(negatives.shape)}."
        )
    real = (contexts * centres).sum(dim=-1)  # (...): u_o . v_c
    random = (negatives * centres.unsqueeze(-2)).sum(dim=-1)  # (..., k): u_n . v_c
    # In one step: sigma(-1000) is 0 in float32, and the logarithm of 0 is infinite.
    return -F.logsigmoid(real) - F.logsigmoid(-random).sum(dim=-1)


class SkipGram(nn.Module):
    """The two tables, and the loss of pairs that are given by their ids.

    num_words: size of the vocabulary
    width:     features of a vector
    generator: where the first numbers come from; by default torch's own

    `centres` starts with small random numbers, `contexts` with zeros, as in the
    program that the authors published. Raises ValueError for a size below 1.
    """

    def __init__(
        self, num_words: int, width: int, *, generator: torch.Generator | None = None
    ) -> None:
        super().__init__()
        _require_at_least(1, num_words=num_words, width=width)
        zeros = torch.zeros(num_words, width)
        start = (_uniform((num_words, width), generator) - 0.5) / width
        self.centres = nn.Parameter(start.to(zeros))  # dtype and device of zeros
        self.contexts = nn.Parameter(zeros)

    def forward(
        self, centres: torch.Tensor, contexts: torch.Tensor, negatives: torch.Tensor
    ) -> torch.Tensor:
        """The loss of each pair.

        centres, contexts: (...), ids
        negatives:         (..., k), ids
        returns:           (...)

        Raises ValueError if ids are not integers or the shapes do not fit, and
        IndexError, as nn.Embedding does, for an id that is no row of the tables.
        """
        given = {"centres": centres, "contexts": contexts, "negatives": negatives}
        for name, ids in given.items():
            if not _are_integers(ids):
                raise ValueError(f"{name} must be integers. Got {ids.dtype}.")
        return skip_gram_loss(
            F.embedding(centres.long(), self.centres),  # (..., d)
            F.embedding(contexts.long(), self.contexts),  # (..., d)
            F.embedding(negatives.long(), self.contexts),  # (..., k, d)
        )


def train_skip_gram(
    model: SkipGram,
    ids: torch.Tensor,
    *,
    steps: int,
    window: int = 2,
    num_negatives: int = 5,
    batch_size: int = 256,
    learning_rate: float = 8.0,
    generator: torch.Generator | None = None,
) -> torch.Tensor:
    """Go down the gradient of the mean loss of random pairs, step by step.

    model:         both of its tables are changed
    ids:           (num_tokens,), the text
    steps:         how many steps
    window:        places to look to either side; 2 by default
    num_negatives: random words beside each pair; 5 by default
    batch_size:    pairs in a step; 256 by default
    learning_rate: 8 by default, which 256 pairs share; less for few words, since
                   then each occurs in many of the pairs
    generator:     where pairs and random words come from; by default torch's own
    returns:       (steps,): the mean loss before each step

    With one and the same generator, two calls of 100 steps do what one of 200 does.
    Raises ValueError for a count that is too small, or ids that do not fit.
    """
    _require_at_least(1, steps=steps, batch_size=batch_size)
    _require_at_least(0, num_negatives=num_negatives)
    tables = (model.centres, model.contexts)
    ids = ids.to(model.centres.device)
    centres, contexts = skip_gram_pairs(ids, window)
    noise = noise_distribution(ids, num_words=len(model.centres))
    losses = []
    for _ in range(steps):
        picked = torch.randint(
            len(centres), (batch_size,), generator=generator, device=_home(generator)
        ).to(ids.device)
        negatives = draw_words(noise, (batch_size, num_negatives), generator)
        loss = model(centres[picked], contexts[picked], negatives).mean()
        gradients = torch.autograd.grad(loss, tables)
        with torch.no_grad():
            for table, gradient in zip(tables, gradients, strict=True):
                table -= learning_rate * gradient
        losses.append(loss.detach())
    return torch.stack(losses)


def _uniform(shape: tuple[int, ...], generator: torch.Generator | None) -> torch.Tensor:
    """Numbers from 0 to 1."""
    return torch.rand(
        shape, generator=generator, dtype=torch.float64, device=_home(generator)
    )


def _home(generator: torch.Generator | None) -> torch.device:
    """Where to draw: on the CPU, so that a seed means the same on every machine."""
    return torch.device("cpu") if generator is None else generator.device


def _require_ids(name: str, ids: torch.Tensor) -> None:
    if ids.dim() != 1 or not _are_integers(ids):
        raise ValueError(
            f"{name} must be integers of shape (num_tokens,). "
            f"Got {ids.dtype} of shape {tuple(ids.shape)}."
        )


def _are_integers(ids: torch.Tensor) -> bool:
    others = ids.is_floating_point() or ids.is_complex() or ids.dtype == torch.bool
    return not others


def _require_at_least(least: int, **given: int) -> None:
    for name, number in given.items():
        if number < least:
            raise ValueError(f"{name} must be at least {least}. Got {number}.")
