"""Skip-gram with negative sampling: word vectors learned from neighbouring words.

For a word c, a word o near it in the text, and k words n_1 … n_k drawn at random:

    loss(c, o) = -log sigma(u_o . v_c) - sum_i log sigma(-u_{n_i} . v_c)

sigma is the logistic function. Each word has two vectors: v as a centre, u as a
context. The vectors v are kept as the word vectors. All numbers are drawn on the CPU,
so that a seed gives the same ones on every machine.

Mikolov et al., *Distributed Representations of Words and Phrases and their
Compositionality* (2013): the pairs are those of section 2, the loss is minus equation
4 of section 2.2, with drawn words in place of its expectations; the distribution of the
random words is given there, too. Differences: the window has a fixed width, frequent
words are not subsampled (section 2.3), and each step takes a batch of pairs at one
fixed learning rate.

Axes: num_pairs counts pairs, k random words, d features.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Float64, Integer
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
    if len(ids) < 2:
        raise ValueError(f"ids must hold at least 2 words. Got {len(ids)}.")
    check_sizes(window=window)
    apart = torch.arange(-window, window + 1, device=ids.device)
    places = torch.arange(len(ids), device=ids.device)[:, None] + apart
    real = (apart != 0) & (places >= 0) & (places < len(ids))
    return ids[:, None].expand_as(places)[real], ids[places[real]]


def noise_distribution(
    ids: Integer[Tensor, " num_tokens"], num_words: int
) -> Float64[Tensor, " num_words"]:
    """Return the share of each word: its count to the power of 3/4, normalised.

    It is float64, which not every device has, so on the CPU.

    Args:
        ids: The text, at least one word.
        num_words: The size of the vocabulary.

    Raises:
        ValueError: If an id is num_words or more.
        RuntimeError: If an id is negative.
    """
    counts = torch.bincount(ids.cpu(), minlength=num_words).double()
    if len(counts) > num_words:
        last = num_words - 1
        raise ValueError(
            f"ids must be of the vocabulary, 0 to {last}. Got {len(counts) - 1}."
        )
    return counts**0.75 / (counts**0.75).sum()


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
    *batch, d = centres.shape
    for name, tensor, axes in (
        ("contexts", contexts, (*batch, d)),
        ("negatives", negatives, (*batch, *negatives.shape[-2:-1], d)),
    ):
        if tensor.shape != axes:
            raise ValueError(
                f"{name} must have shape {axes}. Got {tuple(tensor.shape)}."
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
        generator: The source of the first numbers, on the CPU; by default torch's own.
    """

    def __init__(
        self, num_words: int, width: int, *, generator: Generator | None = None
    ) -> None:
        super().__init__()
        zeros = torch.zeros(num_words, width)
        uniform = torch.rand(
            (num_words, width), generator=generator, dtype=torch.float64, device="cpu"
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
        generator: The source of pairs and random words, on the CPU; by default torch's
            own.
    """
    tables = (model.centres, model.contexts)
    ids = ids.to(model.centres.device)
    centres, contexts = skip_gram_pairs(ids, window)
    noise = noise_distribution(ids, num_words=len(model.centres)).cpu()
    losses = []
    for _ in range(steps):
        picked = torch.randint(
            len(centres), (batch_size,), generator=generator, device="cpu"
        )
        negatives = picked.new_empty(batch_size, num_negatives)
        if num_negatives:
            rows = noise.expand(batch_size, -1)
            negatives = torch.multinomial(
                rows, num_negatives, True, generator=generator
            )
        negatives = negatives.to(ids.device)
        loss = model(centres[picked], contexts[picked], negatives).mean()
        gradients = torch.autograd.grad(loss, tables)
        with torch.no_grad():
            for table, gradient in zip(tables, gradients, strict=True):
                table -= learning_rate * gradient
        losses.append(loss.detach())
    return torch.stack(losses)
