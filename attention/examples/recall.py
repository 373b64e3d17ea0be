"""A test of memory: read words drawn at random, then name the first.

Two models take it. Both know a word by its embedding and its position, read a
question mark at the end, and name the first word from one vector. For the
recurrent model this vector is the last state of its encoder; for the attending
model it is a mixture of all words, for which the question mark is the query.
At the same width they have the same number of parameters.

Axes: num_tokens is length + 1, the words and the question mark.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, stack_module_state, vmap

from attention.self_attention.additive import AdditiveAttention
from attention.self_attention.recurrent import RecurrentEncoder

NUM_WORDS = 4  # words 0 to 3; 4 is the question mark

Model = TypeVar("Model", bound=nn.Module)


def recall_batch(*shape: int, length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Sequences to read, and the first word of each.

    shape:   how many sequences, along any number of axes
    length:  words in each, drawn at random, before the question mark
    returns: ids (..., num_tokens), and answers (...), where ... is the shape

    Raises ValueError if length is not positive, or shape is negative.
    """
    if length < 1:
        raise ValueError(f"length must be at least 1. Got {length}.")
    if min(shape, default=0) < 0:
        raise ValueError(f"shape must not be negative. Got {shape}.")
    words = torch.randint(NUM_WORDS, (*shape, length))
    question_marks = torch.full((*shape, 1), NUM_WORDS)
    return torch.cat([words, question_marks], dim=-1), words[..., 0]


class WordsInPlaces(nn.Module):
    """What a model knows of each word: an embedding, and one of its position.

    length:  words before the question mark
    d_model: features of a word

    Raises ValueError if one of them is not positive.
    """

    def __init__(self, length: int, d_model: int) -> None:
        super().__init__()
        for name, size in {"length": length, "d_model": d_model}.items():
            if size < 1:
                raise ValueError(f"{name} must be at least 1. Got {size}.")
        self.words = nn.Embedding(NUM_WORDS + 1, d_model)
        self.positions = nn.Embedding(length + 1, d_model)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Ids (..., num_tokens) in, vectors (..., num_tokens, d_model) out.

        Raises ValueError for ids of another shape, or that are not integers, and
        IndexError, as nn.Embedding does, for an id beyond that of the question mark.
        """
        if ids.dtype not in (torch.int64, torch.int32):
            raise ValueError(f"ids must be int64 or int32. Got {ids.dtype}.")
        num_tokens = self.positions.num_embeddings
        if ids.dim() < 1 or ids.shape[-1] != num_tokens:
            raise ValueError(
                f"ids must have shape (..., num_tokens={num_tokens}). "
                f"Got {tuple(ids.shape)}."
            )
        return self.words(ids) + self.positions.weight


class RecurrentRecall(nn.Module):
    """Names the first word from the last state of a recurrent encoder.

    length:  words before the question mark
    d_model: features of a word, and of a state
    """

    def __init__(self, length: int, d_model: int = 32) -> None:
        super().__init__()
        self.embed = WordsInPlaces(length, d_model)
        self.encoder = RecurrentEncoder(d_model, d_model)
        self.answer = nn.Linear(d_model, NUM_WORDS)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Ids (..., num_tokens) in, a logit for each word (..., NUM_WORDS) out.

        Raises ValueError and IndexError as WordsInPlaces does.
        """
        states = self.encoder(self.embed(ids))  # (..., num_tokens, d_model)
        return self.answer(states[..., -1, :])  # the last alone


class AttentionRecall(nn.Module):
    """Names the first word from a mixture of all words, by additive attention.

    length:  words before the question mark
    d_model: features of a word, and of the network that scores
    """

    def __init__(self, length: int, d_model: int = 32) -> None:
        super().__init__()
        self.embed = WordsInPlaces(length, d_model)
        self.attention = AdditiveAttention(d_model, d_model, d_model)
        self.answer = nn.Linear(d_model, NUM_WORDS)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Ids (..., num_tokens) in, a logit for each word (..., NUM_WORDS) out.

        Raises ValueError and IndexError as WordsInPlaces does.
        """
        x = self.embed(ids)  # (..., num_tokens, d_model)
        question_mark = x[..., -1:, :]  # (..., 1, d_model)
        context = self.attention(question_mark, keys=x, values=x)
        return self.answer(context.squeeze(-2))


def train_recall(
    make_model: Callable[[], Model],
    *,
    length: int,
    seeds: Iterable[int] = range(10),
    steps: int = 150,
) -> tuple[list[Model], torch.Tensor]:
    """Train a model from each seed, all side by side, and test each.

    make_model: gives a new model, its weights drawn from the seed
    length:     words before the question mark
    seeds:      one for each model, at least one
    steps:      of Adam; at each, every model reads 32 new sequences
    returns:    the trained models, and the share of 1,000 new sequences that each
                one gets right, (num_seeds,)

    Raises ValueError for a length or a number of steps that is not positive, or
    without seeds.
    """
    if steps < 1:
        raise ValueError(f"steps must be at least 1. Got {steps}.")
    models = []
    for seed in seeds:
        torch.manual_seed(seed)
        models.append(make_model())
    if not models:
        raise ValueError("seeds must hold at least one seed. Got none.")
    weights, _ = stack_module_state(models)  # each with an axis of seeds in front
    run_all = vmap(lambda own, ids: functional_call(models[0], own, (ids,)))

    optimizer = torch.optim.Adam(weights.values(), lr=0.005)
    for _ in range(steps):
        ids, first = recall_batch(len(models), 32, length=length)
        logits = run_all(weights, ids)  # (num_seeds, 32, NUM_WORDS)
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
