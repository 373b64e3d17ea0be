"""A test of memory: read random words, then name the first.

Two models take it. Both add an embedding of each word and one of its position, read a
question mark at the end, and name the first word from one vector. In the recurrent
model this vector is the last state of its encoder. In the attention model it is a
mixture of all words, with the question mark as the query. At the same width they have
the same number of parameters.

Axes: num_tokens is length + 1, the words and the question mark.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int64, Integer
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state, vmap

from attention.self_attention.additive import AdditiveAttention
from attention.self_attention.recurrent import RecurrentEncoder

NUM_WORDS = 4  # words 0 to 3; 4 is the question mark

Model = TypeVar("Model", bound=nn.Module)


def recall_batch(
    *shape: int, length: int
) -> tuple[Int64[Tensor, "*shape num_tokens"], Int64[Tensor, "*shape"]]:
    """Draw sequences to read.

    Args:
        shape: How many sequences, along any number of axes.
        length: The number of words in each, before the question mark.

    Returns:
        ids: The words and the question mark.
        first: The first word of each sequence.
    """
    words = torch.randint(NUM_WORDS, (*shape, length))
    question_marks = torch.full((*shape, 1), NUM_WORDS)
    return torch.cat([words, question_marks], dim=-1), words[..., 0]


class WordsInPlaces(nn.Module):
    """The vector of each word: an embedding of it, and one of its position.

    Args:
        length: The number of words before the question mark.
        d_model: Features of a word.
    """

    def __init__(self, length: int, d_model: int) -> None:
        super().__init__()
        self.words = nn.Embedding(NUM_WORDS + 1, d_model)
        self.positions = nn.Embedding(length + 1, d_model)

    def forward(
        self, ids: Integer[Tensor, "*batch num_tokens"]
    ) -> Float[Tensor, "*batch num_tokens d_model"]:
        """Return a vector for each word.

        Args:
            ids: The words and the question mark.
        """
        return self.words(ids) + self.positions.weight


class RecurrentRecall(nn.Module):
    """Names the first word from the last state of a recurrent encoder.

    Args:
        length: The number of words before the question mark.
        d_model: Features of a word, and of a state.
    """

    def __init__(self, length: int, d_model: int = 32) -> None:
        super().__init__()
        self.embed = WordsInPlaces(length, d_model)
        self.encoder = RecurrentEncoder(d_model, d_model)
        self.answer = nn.Linear(d_model, NUM_WORDS)

    def forward(
        self, ids: Integer[Tensor, "*batch num_tokens"]
    ) -> Float[Tensor, "*batch num_words"]:
        """Return a logit for each word.

        Args:
            ids: The words and the question mark.
        """
        states = self.encoder(self.embed(ids))  # (..., num_tokens, d_model)
        return self.answer(states[..., -1, :])  # the last alone


class AttentionRecall(nn.Module):
    """Names the first word from a mixture of all words, by additive attention.

    Args:
        length: The number of words before the question mark.
        d_model: Features of a word, and of the network that scores.
    """

    def __init__(self, length: int, d_model: int = 32) -> None:
        super().__init__()
        self.embed = WordsInPlaces(length, d_model)
        self.attention = AdditiveAttention(d_model, d_model, d_model)
        self.answer = nn.Linear(d_model, NUM_WORDS)

    def forward(
        self, ids: Integer[Tensor, "*batch num_tokens"]
    ) -> Float[Tensor, "*batch num_words"]:
        """Return a logit for each word.

        Args:
            ids: The words and the question mark.
        """
        x = self.embed(ids)  # (..., num_tokens, d_model)
        question_mark = x[..., -1:, :]  # (..., 1, d_model)
        context = self.attention(question_mark, keys=x, values=x)
        return self.answer(context.squeeze(-2))


def train_recall(
    make_model: Callable[[int], Model],
    *,
    length: int,
    seeds: Iterable[int] = range(10),
    steps: int = 100,
) -> tuple[list[Model], Float[Tensor, " num_seeds"]]:
    """Train a model from each seed, all side by side, and test each.

    Args:
        make_model: Makes a new model for a length, its weights drawn after the seed.
        length: The number of words before the question mark.
        seeds: One for each model, at least one.
        steps: The number of steps of Adam; in each, every model reads 16 sequences.

    Returns:
        models: The trained models.
        shares: The share of 1,000 sequences, drawn afresh, that each model gets right.
            Up to length 4, nearly all of these were also seen in training.
    """
    models = []
    for seed in seeds:
        torch.manual_seed(seed)
        models.append(make_model(length))
    weights, _ = stack_module_state(models)  # each with an axis of seeds in front
    run_all = vmap(lambda own, ids: functional_call(models[0], own, (ids,)))

    optimizer = torch.optim.Adam(weights.values(), lr=0.01)
    for _ in range(steps):
        ids, first = recall_batch(len(models), 16, length=length)
        logits = run_all(weights, ids)  # (num_seeds, 16, NUM_WORDS)
        losses = F.cross_entropy(logits.mT, first, reduction="none").mean(dim=-1)
        optimizer.zero_grad()
        losses.sum().backward()  # no weight is shared: each follows its own loss
        optimizer.step()

    with torch.no_grad():
        ids, first = recall_batch(len(models), 1000, length=length)
        right = run_all(weights, ids).argmax(dim=-1) == first
        for index, model in enumerate(models):
            model.load_state_dict({name: w[index] for name, w in weights.items()})
    return models, right.float().mean(dim=-1)
