"""Skip-gram with negative sampling: word vectors learned from neighbouring words.

For a word c, a word o near it in the text, and k words n_1 … n_k drawn at random:

    loss(c, o) = -log sigma(u_o . v_c) - sum_i log sigma(-u_{n_i} . v_c)

sigma is the logistic function. Each word has two vectors: v as a centre, u as a
context. The vectors v are kept as the word vectors.

Mikolov et al., *Distributed Representations of Words and Phrases and their
Compositionality* (2013): the pairs are those of section 2, the loss is minus equation
4 of section 2.2, with drawn words in place of its expectations; the distribution of the
random words is given there, too. Differences: the window has a fixed width, frequent
words are not subsampled (section 2.3), and each step takes a batch of pairs at one
fixed learning rate.

Axes: num_pairs counts pairs, k random words, d features.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float, Float64, Int64, Integer
from torch import Generator, Tensor, nn

from attention.checks import check_shape, check_sizes


def skip_gram_pairs(
    ids: Integer[Tensor, " num_tokens"], window: int
) -> tuple[Integer[Tensor, " num_pairs"], Integer[Tensor, " num_pairs"]]:
    """Pair each word with each of the words at most `window` positions away.

    Args:
        ids: The text, at least two words.
        window: The number of positions on either side, at least 1.

    Returns:
        centres: The first word of each pair, in the order of the text.
        contexts: The second word of each pair.

    Raises:
        ValueError: If ids is not a vector of two words or more, or window less than 1.
    """
    check_shape("ids", ids, "num_tokens")
    num_tokens = len(ids)
    if num_tokens < 2:
        raise ValueError(f"ids must hold at least 2 words. Got {num_tokens}.")
    check_sizes(window=window)
    places = [
        (i, j)
        for i in range(num_tokens)
        for j in range(max(0, i - window), min(num_tokens, i + window + 1))
        if j != i
    ]
    centres, contexts = torch.tensor(places, device=ids.device).T
    return ids[centres], ids[contexts]


def noise_distribution(
    ids: Integer[Tensor, " num_tokens"], num_words: int
) -> Float64[Tensor, " num_words"]:
    """Return the share of each word: its count to the power of 3/4, normalised.

    It is float64, which not every device has, so on the CPU.

    Args:
        ids: The text, at least one word.
        num_words: The size of the vocabulary.

    Raises:
        ValueError: If an id is not in the vocabulary.
    """
    counts = torch.bincount(ids.cpu(), minlength=num_words).double()
    if len(counts) > num_words:
        last = num_words - 1
        raise ValueError(
            f"ids must be of the vocabulary, 0 to {last}. Got {len(counts) - 1}."
        )
    return counts**0.75 / (counts**0.75).sum()


def draw_words(
    noise: Float[Tensor, " num_words"],
    shape: tuple[int, ...],
    generator: Generator | None = None,
) -> Int64[Tensor, " ..."]:
    """Draw random words, each as likely as `noise` says.

    Args:
        noise: The share of each word.
        shape: The shape of the result.
        generator: The source of randomness; by default torch's own, on the CPU.

    Returns:
        Ids, on the device of noise.
    """
    number = math.prod(shape)
    if number == 0:
        return torch.empty(shape, dtype=torch.int64, device=noise.device)
    shares = noise.to(_home(generator))
    drawn = torch.multinomial(shares, number, replacement=True, generator=generator)
    return drawn.view(shape).to(noise.device)


def skip_gram_loss(
    centres: Float[Tensor, "*shape d"],
    contexts: Float[Tensor, "*shape d"],
    negatives: Float[Tensor, "*shape k d"],
) -> Float[Tensor, "*shape"]:
    """Return the loss of each pair, given its vectors.

    Args:
        centres: Vectors v_c.
        contexts: Vectors u_o.
        negatives: Vectors u_n; k may be 0.

    Raises:
        ValueError: If the shapes do not fit.
    """
    if contexts.shape != centres.shape:
        raise ValueError(
            f"contexts must have the shape of centres, (..., d). "
            f"Got {tuple(contexts.shape)} and {tuple(centres.shape)}."
        )
    *batch, d = centres.shape
    if [*negatives.shape[:-2], negatives.shape[-1]] != [*batch, d]:
        expected = ", ".join(str(size) for size in [*batch, "k", d])
        raise ValueError(
            f"negatives must have shape ({expected}). Got {tuple(negatives.shape)}."
        )
    real = (contexts * centres).sum(dim=-1)  # (...): u_o . v_c
    random = (negatives * centres.unsqueeze(-2)).sum(dim=-1)  # (..., k): u_n . v_c
    # In one step: sigma(-1000) is 0 in float32, and the logarithm of 0 is infinite.
    return -F.logsigmoid(real) - F.logsigmoid(-random).sum(dim=-1)


class SkipGram(nn.Module):
    """The two tables of vectors, and the loss of pairs that are given by their ids.

    `centres` starts with small random numbers and `contexts` with zeros, as in the
    authors' program, word2vec.c.

    Args:
        num_words: The size of the vocabulary.
        width: Features of a vector.
        generator: The source of the first numbers; by default torch's own.
    """

    def __init__(
        self, num_words: int, width: int, *, generator: Generator | None = None
    ) -> None:
        super().__init__()
        zeros = torch.zeros(num_words, width)
        uniform = torch.rand(
            (num_words, width),
            generator=generator,
            dtype=torch.float64,
            device=_home(generator),
        )
        self.centres = nn.Parameter(((uniform - 0.5) / width).to(zeros))
        self.contexts = nn.Parameter(zeros)

    def forward(
        self,
        centres: Integer[Tensor, "*shape"],
        contexts: Integer[Tensor, "*shape"],
        negatives: Integer[Tensor, "*shape k"],
    ) -> Float[Tensor, "*shape"]:
        """Return the loss of each pair.

        Args:
            centres: Ids.
            contexts: Ids.
            negatives: Ids.

        Raises:
            ValueError: If the shapes do not fit.
        """
        return skip_gram_loss(
            F.embedding(centres, self.centres),  # (..., d)
            F.embedding(contexts, self.contexts),  # (..., d)
            F.embedding(negatives, self.contexts),  # (..., k, d)
        )


def train_skip_gram(
    model: SkipGram,
    ids: Integer[Tensor, " num_tokens"],
    *,
    steps: int,
    window: int = 2,
    num_negatives: int = 5,
    batch_size: int = 256,
    learning_rate: float = 8.0,
    generator: Generator | None = None,
) -> Float[Tensor, " steps"]:
    """Train with SGD on random pairs, and return the mean loss before each step.

    With the same generator, two calls of 100 steps do what one of 200 does.

    Args:
        model: Both of its tables are changed.
        ids: The text.
        steps: The number of steps.
        window: The number of positions on either side; 2 by default.
        num_negatives: The number of random words for each pair; 5 by default.
        batch_size: The number of pairs in a step; 256 by default.
        learning_rate: 8 by default, which suits a mean over 256 pairs; use less for a
            small vocabulary, where each word occurs in many of the pairs.
        generator: The source of pairs and random words; by default torch's own.
    """
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


def _home(generator: Generator | None) -> torch.device:
    """Return where to draw: on the CPU, so that a seed is the same on every machine."""
    return torch.device("cpu") if generator is None else generator.device
